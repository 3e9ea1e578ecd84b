/// Side-by-side measurements of Assay against a peer in the same run. [Bench] starts each of them
/// by name.
@NullMarked
package dev.assay.bench;

import org.jspecify.annotations.NullMarked;
