package dev.assay.web.access;

import dev.assay.accounts.Account;
import dev.assay.accounts.AccountChanges;
import dev.assay.accounts.Role;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.web.WebPolicy.Oidc;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Maps the claims of an identity provider to an account. A person whose claims give no role is
/// refused.
final class OidcClaims {
  private final Oidc oidc;
  private final AccountChanges accounts;

  OidcClaims(Oidc oidc, AccountChanges accounts) {
    this.oidc = oidc;
    this.accounts = accounts;
  }

  Account account(Map<String, Object> claims) {
    Role role =
        role(claims)
            .orElseThrow(
                () ->
                    new AssayException(
                        ErrorCode.FORBIDDEN,
                        "Your identity provider gives you no role here: its claim \""
                            + oidc.claims().role()
                            + "\" has none of the expected values. Ask an administrator."));
    Object subject = claims.get("sub");
    Object name = claims.get(oidc.claims().name());
    if (subject == null || name == null) {
      throw new AssayException(
          ErrorCode.FORBIDDEN,
          "Your identity provider does not say who you are: the claim \""
              + oidc.claims().name()
              + "\" is missing.");
    }
    return accounts.vouched(oidc.issuer() + " " + subject, name.toString(), role);
  }

  Optional<Role> role(Map<String, Object> claims) {
    List<String> values = values(claims);
    for (Role role : List.of(Role.ADMIN, Role.REVIEWER, Role.AUTHOR, Role.AUDITOR, Role.USER)) {
      List<String> wanted = oidc.claims().values(role);
      boolean anybody = role == Role.USER && wanted.contains("*");
      if (anybody || values.stream().anyMatch(wanted::contains)) {
        return Optional.of(role);
      }
    }
    return Optional.empty();
  }

  private List<String> values(Map<String, Object> claims) {
    return switch (inside(claims, oidc.claims().role())) {
      case Collection<?> many -> many.stream().map(String::valueOf).toList();
      case String one -> List.of(one.split("[ ,]+", -1));
      case null, default -> List.of();
    };
  }

  /// Finds a claim. A claim whose own name has dots takes precedence over a nested one.
  private static @Nullable Object inside(Map<?, ?> claims, String path) {
    if (claims.containsKey(path)) {
      return claims.get(path);
    }
    int dot = path.indexOf('.');
    if (dot > 0 && claims.get(path.substring(0, dot)) instanceof Map<?, ?> inner) {
      return inside(inner, path.substring(dot + 1));
    }
    return null;
  }
}
