package dev.assay.validation.settings;

import dev.assay.skill.Words;

/// The number of configured executors that have to prove a skill.
public enum ExecutorPolicy {
  ALL,
  ANY,
  MAJORITY;

  /// @param executors the number of configured executors, including those that did not answer
  public int needed(int executors) {
    return switch (this) {
      case ALL -> executors;
      case ANY -> 1;
      case MAJORITY -> executors / 2 + 1;
    };
  }

  /// Returns the spelling in the settings.
  public String word() {
    return Words.of(this);
  }

  public static ExecutorPolicy of(String word) {
    return Words.read(ExecutorPolicy.class, word);
  }
}
