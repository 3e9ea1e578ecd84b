package dev.assay.validation.evidence;

import java.util.Optional;

/// One try of one task: who had which choice, what was seen, and how it was judged.
///
/// @param repeat from 1 on, among tries of the same task with the same choice and network
/// @param grade empty if it is not judged
public record Trial(
    String task, Arm arm, Phase phase, int repeat, TaskRun done, Optional<Grade> grade) {
  /// Whether agents could choose the skill that the task is about.
  public enum Arm {
    WITH,
    WITHOUT
  }

  /// Whether the network was there.
  public enum Phase {
    ONLINE,
    OFFLINE
  }

  public Trial {
    if (repeat < 1) {
      throw new IllegalArgumentException("Tries are counted from 1 on, not from " + repeat + ".");
    }
  }

  /// The judge's 1 to 5, if there is one.
  public Optional<Integer> score() {
    return grade.flatMap(Grade::score);
  }

  public boolean completed() {
    return grade.filter(Grade::completed).isPresent();
  }

  public boolean activated(String skill) {
    return done.activated(skill);
  }

  /// The model that did it; empty in older records.
  public String executor() {
    return done.executor();
  }
}
