package dev.assay.validation.proof;

import java.util.Optional;

/// The estimates from the evidence so far.
///
/// @param tasks the number of distinct tasks
/// @param pairs the number of tasks done with and without the skill
/// @param score the score, 0 to 100
/// @param completion the completion, 0 to 100
/// @param trigger the share of choices, 0 to 100
/// @param offline the offline term, 0 to 100; 0 if no task was tried offline
/// @param lift the additional completion with the skill, -1 to 1
public record Standing(
    int tasks,
    int pairs,
    Estimate score,
    Estimate completion,
    Estimate trigger,
    double offline,
    Optional<Estimate> lift,
    Negatives negatives) {}
