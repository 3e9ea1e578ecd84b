package dev.assay.validation.evidence;

import java.util.List;

/// How an admitted skill fares in the candidate.
public record Regression(String skill, List<Tried> tasks) {
  /// What became of one of its saved tasks.
  public enum Fate {
    /// Done in the candidate.
    HELD,
    /// Not done twice in the candidate, but done in the current image.
    BROKEN,
    /// Done, but twice without the skill, which is used for it in the current image.
    DISPLACED,
    /// Not done in the current image either, which says nothing about the new skill.
    BROKEN_BEFORE
  }

  /// @param runs the first, the second and the one in the current image, as far as they were needed
  public record Tried(String task, Fate fate, List<TaskRun> runs, List<Grade> grades) {
    public Tried {
      runs = List.copyOf(runs);
      grades = List.copyOf(grades);
    }
  }

  public Regression {
    tasks = List.copyOf(tasks);
  }

  /// One sentence for each task that regressed.
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
