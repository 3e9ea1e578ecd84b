/// Side-by-side measurements of Assay against a peer in the same run.
@NullMarked
package dev.assay.bench;

import org.jspecify.annotations.NullMarked;
