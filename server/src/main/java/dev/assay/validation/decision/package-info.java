/// The verdict on a skill. [dev.assay.validation.decision.Decision] turns scores and findings into
/// a [dev.assay.validation.decision.Ruling]; [dev.assay.validation.decision.ExecutorDecision]
/// combines the verdicts of several models. All functions here are pure.
@NullMarked
package dev.assay.validation.decision;

import org.jspecify.annotations.NullMarked;
