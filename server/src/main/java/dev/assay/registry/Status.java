package dev.assay.registry;

import dev.assay.skill.Words;

/// The status of a skill. Only an approved one is visible to agents.
public enum Status {
  PENDING,
  VALIDATING,
  APPROVED,
  REJECTED,
  ROLLBACK_PENDING;

  /// The status' word in tables, JSON and on the command line.
  public String word() {
    return Words.of(this);
  }

  public static Status ofWord(String word) {
    return Words.read(Status.class, word);
  }
}
