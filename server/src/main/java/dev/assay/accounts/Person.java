package dev.assay.accounts;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.util.Optional;

/// Somebody who signed in, or the owner of the home; never a token that was made for a program: a
/// leaked one would make itself a successor, or lock others out.
public final class Person {
  private final String name;

  private Person(String name) {
    this.name = name;
  }

  /// @param token what the caller showed
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

  /// As the audit log names them.
  public String name() {
    return name;
  }
}
