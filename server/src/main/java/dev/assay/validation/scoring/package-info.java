/// The scores. [dev.assay.validation.scoring.Scoring] computes a
/// [dev.assay.validation.scoring.Score] from the evidence of the tasks. All functions are pure and
/// read only their arguments.
@NullMarked
package dev.assay.validation.scoring;

import org.jspecify.annotations.NullMarked;
