/// Object stores for tests, made from the public descriptions of their interfaces.
@NullMarked
package dev.assay.testkit.storage;

import org.jspecify.annotations.NullMarked;
