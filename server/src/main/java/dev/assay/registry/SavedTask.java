package dev.assay.registry;

import dev.assay.skill.task.Task;

/// A task a skill was tried on, kept for regressions and full tests.
///
/// @param completedOffline judged as done without the network
/// @param activated whether the skill was really used then
/// @param rehearsal whether that was seen by rules instead of a model; no measure for a model
public record SavedTask(
    Task task, boolean completedOffline, boolean activated, boolean rehearsal) {}
