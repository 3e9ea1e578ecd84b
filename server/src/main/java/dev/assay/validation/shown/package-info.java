/// What the steps of a validation found, for whoever looks at it: words, numbers and names of
/// transcripts, made from the records that the steps kept.
@NullMarked
package dev.assay.validation.shown;

import org.jspecify.annotations.NullMarked;
