package dev.assay.workflow.journal;

import java.util.Optional;

/// A step as it is when somebody wants to do it: done already, with its result, or begun.
///
/// @param failures how often it ended with a fault that was worth another try
/// @param lost how often it was begun and nobody knows how it ended
public record StepAttempt(int attempt, int failures, int lost, Optional<String> result) {}
