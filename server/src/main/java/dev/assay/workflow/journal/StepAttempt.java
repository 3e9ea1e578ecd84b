package dev.assay.workflow.journal;

import java.util.Optional;

/// The state of a step when a server begins it: done already, with its result, or begun.
///
/// @param failures the number of attempts that ended with a transient fault
/// @param lost the number of attempts without a known end
public record StepAttempt(int attempt, int failures, int lost, Optional<String> result) {}
