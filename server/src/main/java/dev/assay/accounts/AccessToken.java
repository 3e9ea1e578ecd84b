package dev.assay.accounts;

import dev.assay.skill.Words;
import java.time.Instant;
import java.util.UUID;

/// A token as it may be shown, without its text.
public record AccessToken(
    UUID id,
    UUID accountId,
    Kind kind,
    String name,
    Instant createdAt,
    Instant expiresAt,
    Instant lastUsedAt) {

  public enum Kind {
    /// The session of a browser.
    SESSION,
    /// The token of a program that signed in with a password.
    LOGIN,
    /// A named token that a user made for a program.
    API;

    String word() {
      return Words.of(this);
    }
  }
}
