package dev.assay.intake.rule;

import dev.assay.skill.Severity;

/// What a rule says of itself.
///
/// @param id stable; never renamed
/// @param reason why the rule exists, in one sentence
/// @param hint what the author can do
public record RuleText(String id, Severity severity, String reason, String hint) {}
