/// The evidence of a validation in the form that pages show: words, numbers and names of
/// transcripts, made from the stored records. [dev.assay.validation.shown.EvidenceView] is the way
/// in.
@NullMarked
package dev.assay.validation.shown;

import org.jspecify.annotations.NullMarked;
