package dev.assay.registry;

import java.util.Locale;

/// Where a skill stands. Only an approved one is visible to agents.
public enum Status {
  PENDING,
  VALIDATING,
  APPROVED,
  REJECTED,
  ROLLBACK_PENDING;

  /// The word for it in tables, JSON and on the command line.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Status ofWord(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}
