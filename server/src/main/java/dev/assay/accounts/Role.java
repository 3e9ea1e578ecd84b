package dev.assay.accounts;

import dev.assay.skill.Words;

/// The role of an account.
public enum Role {
  /// May do everything.
  ADMIN,
  /// Approves and rejects.
  REVIEWER,
  /// Uploads and validates skills, and sees those.
  AUTHOR,
  /// Reads everything, changes nothing.
  AUDITOR,
  /// Chats.
  USER;

  /// The role's word in tables, JSON and on the command line.
  public String word() {
    return Words.of(this);
  }

  public static Role ofWord(String word) {
    return Words.read(Role.class, word);
  }
}
