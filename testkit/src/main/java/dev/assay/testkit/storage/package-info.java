/// Object stores for tests, made from the public descriptions of their APIs. Start with
/// [GcsServer].
@NullMarked
package dev.assay.testkit.storage;

import org.jspecify.annotations.NullMarked;
