package dev.assay.validation.evidence;

import java.util.List;

/// The retests of an admitted skill in the candidate.
public record Regression(String skill, List<Tried> tasks) {
  /// The fate of a saved task.
  public enum Fate {
    /// The task is done in the candidate.
    INTACT,
    /// The task failed twice in the candidate but is done in the current image.
    BROKEN,
    /// The task is done, but twice without the skill, which is used for it in the current image.
    DISPLACED,
    /// The task fails in the current image as well, which says nothing about the new skill.
    BROKEN_BEFORE,
    /// The task failed at the first trial, or was done without the skill. It is repeated in pairs.
    SUSPECT
  }

  /// @param trials the trials with the new skill, followed by the trial in the current image
  ///   without it
  public record Tried(String task, Fate fate, List<Trial> trials) {
    public Tried {
      trials = List.copyOf(trials);
    }
  }

  public Regression {
    tasks = List.copyOf(tasks);
  }

  /// Returns the tasks that have to be repeated in pairs.
  public List<String> suspects() {
    return tasks.stream().filter(each -> each.fate() == Fate.SUSPECT).map(Tried::task).toList();
  }

  /// Returns one sentence for each task that regressed.
  public List<String> sentences() {
    return tasks.stream()
        .filter(each -> each.fate() == Fate.BROKEN || each.fate() == Fate.DISPLACED)
        .map(
            each ->
                each.fate() == Fate.BROKEN
                    ? "\"%s\" no longer does its task %s.".formatted(skill, each.task())
                    : "\"%s\" is no longer chosen for its task %s.".formatted(skill, each.task()))
        .toList();
  }
}
