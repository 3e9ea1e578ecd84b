package dev.assay.validation.settings;

/// The settings of validations that an administrator chooses.
///
/// @param policy the scoring of a skill and the score that passes
/// @param terms the amount of evidence and the consequences of some findings
/// @param executors the number of executors that have to prove the skill
public record ValidationRules(ScoringPolicy policy, ProofTerms terms, ExecutorPolicy executors) {}
