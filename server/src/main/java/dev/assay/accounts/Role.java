package dev.assay.accounts;

import java.util.Locale;

/// What an account may do. An admin may do everything a user may.
public enum Role {
  ADMIN,
  USER;

  /// The word for it in tables, JSON and on the command line.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Role ofWord(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}
