package dev.assay.validation.decision;

/// The verdict from one executor's trials.
///
/// @param executor the name of its model
public record ExecutorVerdict(String executor, Ruling verdict) {}
