package dev.assay.accounts;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.util.Optional;

/// A signed-in user or the owner of the home, never a token of a program: a leaked token could
/// otherwise make its own successor, or lock users out.
public final class Person {
  private final String name;

  private Person(String name) {
    this.name = name;
  }

  /// @param token the caller's token
  /// @throws AssayException with `FORBIDDEN` for a token of a program
  public static Person of(String name, Optional<AccessToken> token) {
    if (token.filter(known -> known.kind() == AccessToken.Kind.API).isPresent()) {
      throw new AssayException(
          ErrorCode.FORBIDDEN,
          "An API token cannot change tokens, accounts or passwords. Sign in, in the console or"
              + " with POST /api/auth/login.");
    }
    return new Person(name);
  }

  /// The name in the audit log.
  public String name() {
    return name;
  }
}
