/// An engine as somebody else would write it, to show how little that takes.
@NullMarked
package dev.assay.testkit.engine;

import org.jspecify.annotations.NullMarked;
