/// The statistics of a verdict: estimates with standard errors, the decision to continue, and the
/// test whether a regression is more than chance. All functions are pure and read only their
/// arguments.
///
/// Observations ({@link TaskObservation}, {@link Negatives}) become a {@link Standing} by {@link
/// Estimation}, from which {@link Proof} decides: more tasks, passed, failed or held. {@link
/// RegressionProof} does the same for admitted skills. Start reading at {@link Proof}.
@NullMarked
package dev.assay.validation.proof;

import org.jspecify.annotations.NullMarked;
