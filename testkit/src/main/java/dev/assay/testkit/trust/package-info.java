/// Skills, agents and judges with known truth, to measure the error rate of verdicts. Start with
/// [SimulatedValidation].
@NullMarked
package dev.assay.testkit.trust;

import org.jspecify.annotations.NullMarked;
