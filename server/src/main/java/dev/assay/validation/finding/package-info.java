/// The explanations of a verdict: its causes, found by rules in the evidence.
/// [dev.assay.validation.finding.FindingOverview] is the way in and orders the findings of the
/// other classes. All functions here are pure.
@NullMarked
package dev.assay.validation.finding;

import org.jspecify.annotations.NullMarked;
