package dev.assay.validation.decision;

/// What one executor's trials came to.
///
/// @param executor its model
public record ExecutorVerdict(String executor, Verdict verdict) {}
