/// What a rule is: a stable code, how much it weighs, why it exists and how to satisfy it.
///
/// Each part of intake keeps its rules in an enumeration of its own, so that the reference page,
/// the SARIF output and the corpus can be checked against the complete list.
@NullMarked
package dev.assay.intake.rule;

import org.jspecify.annotations.NullMarked;
