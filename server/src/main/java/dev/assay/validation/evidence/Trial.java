package dev.assay.validation.evidence;

import java.util.Optional;

/// One trial of a task: its arm, its network, its run and its grade.
///
/// @param repeat the number of the trial with the same task, arm and network, from 1
/// @param grade the grade; empty if the trial is not judged
public record Trial(
    String task, Arm arm, Phase phase, int repeat, TaskRun done, Optional<Grade> grade) {
  /// The arms of a comparison: with or without the skill in the agent's list.
  public enum Arm {
    WITH,
    WITHOUT
  }

  /// The state of the network during a trial.
  public enum Phase {
    ONLINE,
    OFFLINE
  }

  public Trial {
    if (repeat < 1) {
      throw new IllegalArgumentException("Tries are counted from 1 on, not from " + repeat + ".");
    }
  }

  /// Returns the judge's grade, 1 to 5, if there is one.
  public Optional<Integer> score() {
    return grade.flatMap(Grade::score);
  }

  public boolean completed() {
    return grade.filter(Grade::completed).isPresent();
  }

  public boolean activated(String skill) {
    return done.activated(skill);
  }

  /// Returns the model that did the task.
  public String executor() {
    return done.executor();
  }
}
