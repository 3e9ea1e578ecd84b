package dev.assay.validation.settings;

import dev.assay.skill.Words;

/// How many of the executors that are configured have to prove a skill.
public enum ExecutorPolicy {
  ALL,
  ANY,
  MAJORITY;

  /// @param executors how many are configured, whether they answered or not
  public int needed(int executors) {
    return switch (this) {
      case ALL -> executors;
      case ANY -> 1;
      case MAJORITY -> executors / 2 + 1;
    };
  }

  /// As the setting spells it.
  public String word() {
    return Words.of(this);
  }

  public static ExecutorPolicy of(String word) {
    return Words.read(ExecutorPolicy.class, word);
  }
}
