/// How two texts differ, as people and programs read it.
@NullMarked
package dev.assay.registry.diff;

import org.jspecify.annotations.NullMarked;
