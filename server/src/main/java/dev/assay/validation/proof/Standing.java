package dev.assay.validation.proof;

import java.util.Optional;

/// What is known so far.
///
/// @param tasks distinct ones
/// @param pairs tasks that were done with and without the skill
/// @param score 0 to 100
/// @param completion 0 to 100
/// @param trigger 0 to 100
/// @param offline 0 to 100; 0 if no task was tried offline
/// @param lift how much more is completed with the skill, -1 to 1
public record Standing(
    int tasks,
    int pairs,
    Estimate score,
    Estimate completion,
    Estimate trigger,
    double offline,
    Optional<Estimate> lift,
    Negatives negatives) {}
