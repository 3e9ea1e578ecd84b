/// Defines a rule: a stable code, a severity, the reason why it exists and the advice for the
/// author. Start reading at [dev.assay.intake.rule.Rule].
///
/// Each part of intake has an enumeration of its rules, so that the reference page, the SARIF
/// output and the corpus can be checked against the complete list.
@NullMarked
package dev.assay.intake.rule;

import org.jspecify.annotations.NullMarked;
