package dev.assay.registry;

import dev.assay.skill.task.Task;

/// A task that a skill was tried on, kept for regressions and full tests.
///
/// @param completedOffline true if it was judged as done without the network
/// @param activated true if the skill was really used then
/// @param rehearsal true if rules did the task instead of a model; such a result is no measure for
///   a model
public record SavedTask(
    Task task, boolean completedOffline, boolean activated, boolean rehearsal) {}
