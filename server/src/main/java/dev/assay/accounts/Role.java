package dev.assay.accounts;

import dev.assay.skill.Words;

/// What an account may do.
public enum Role {
  /// Everything.
  ADMIN,
  /// Approves and rejects.
  REVIEWER,
  /// Uploads and validates skills, and sees those.
  AUTHOR,
  /// Reads everything, changes nothing.
  AUDITOR,
  /// Chats.
  USER;

  /// The word for it in tables, JSON and on the command line.
  public String word() {
    return Words.of(this);
  }

  public static Role ofWord(String word) {
    return Words.read(Role.class, word);
  }
}
