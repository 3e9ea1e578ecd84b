package dev.assay.validation.settings;

/// What an administrator can set about validations.
///
/// @param policy how a skill is scored, and what passes
/// @param terms how much is tried, and what some findings mean
/// @param executors how many of the models that do the tasks have to prove it
public record ValidationRules(ScoringPolicy policy, ProofTerms terms, ExecutorPolicy executors) {}
