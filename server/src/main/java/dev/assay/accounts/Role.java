package dev.assay.accounts;

import dev.assay.skill.Words;

/// What an account may do. An admin may do everything a user may.
public enum Role {
  ADMIN,
  USER;

  /// The word for it in tables, JSON and on the command line.
  public String word() {
    return Words.of(this);
  }

  public static Role ofWord(String word) {
    return Words.read(Role.class, word);
  }
}
