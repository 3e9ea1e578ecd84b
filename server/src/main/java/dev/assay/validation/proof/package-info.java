/// How sure a verdict is: estimates with error bars, when to go on, and when regressions are more
/// than chance. Pure: nothing here reads anything but its arguments.
///
/// What was observed ({@link TaskObservation}, {@link Negatives}) becomes a {@link Standing} by
/// {@link Estimation}, and {@link Proof} decides from it: more tasks, passed, failed or held.
/// {@link RegressionProof} does the same for admitted skills.
@NullMarked
package dev.assay.validation.proof;

import org.jspecify.annotations.NullMarked;
