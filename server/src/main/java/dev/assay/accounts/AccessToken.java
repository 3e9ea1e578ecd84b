package dev.assay.accounts;

import dev.assay.skill.Words;
import java.time.Instant;
import java.util.UUID;

/// A token as it may be shown: everything but the token itself.
public record AccessToken(
    UUID id,
    UUID accountId,
    Kind kind,
    String name,
    Instant createdAt,
    Instant expiresAt,
    Instant lastUsedAt) {

  public enum Kind {
    /// A browser that signed in.
    SESSION,
    /// A program that signed in with a password.
    LOGIN,
    /// Made by hand for a program, with a name.
    API;

    String word() {
      return Words.of(this);
    }
  }
}
