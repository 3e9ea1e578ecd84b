package dev.assay.intake.rule;

import dev.assay.skill.Severity;

/// The texts and the severity of a rule.
///
/// @param id the code, which never changes
/// @param reason the reason why the rule exists, in one sentence
/// @param hint the advice for the author
public record RuleText(String id, Severity severity, String reason, String hint) {}
