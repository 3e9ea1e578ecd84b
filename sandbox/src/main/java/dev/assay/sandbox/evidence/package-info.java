/// What recorders beside sandboxes report, and the proof that they do.
@NullMarked
package dev.assay.sandbox.evidence;

import org.jspecify.annotations.NullMarked;
