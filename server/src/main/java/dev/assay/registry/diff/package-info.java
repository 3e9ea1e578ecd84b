/// Differences between two texts, for people and programs. [UnifiedDiff] writes them.
@NullMarked
package dev.assay.registry.diff;

import org.jspecify.annotations.NullMarked;
