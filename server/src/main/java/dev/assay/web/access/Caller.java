package dev.assay.web.access;

import dev.assay.accounts.AccessToken;
import dev.assay.accounts.Account;
import dev.assay.accounts.Person;
import dev.assay.accounts.Role;
import dev.assay.registry.Actor;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.security.Principal;
import java.util.Optional;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

/// Who sent a request, once that is known.
///
/// The owner of the home, who calls with the local token, is an admin without an account.
public record Caller(Optional<Account> account, Role role, Optional<AccessToken> token)
    implements Principal {

  /// Who sent the request that is being answered, if that is known.
  public static Optional<Caller> current() {
    Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
    return authentication != null && authentication.getPrincipal() instanceof Caller caller
        ? Optional.of(caller)
        : Optional.empty();
  }

  static Caller ownerOfTheHome() {
    return new Caller(Optional.empty(), Role.ADMIN, Optional.empty());
  }

  static Caller of(Account account, Optional<AccessToken> token) {
    return new Caller(Optional.of(account), account.role(), token);
  }

  @Override
  public String getName() {
    return account.map(Account::name).orElse("local");
  }

  /// Whose conversations these are: the account's id, which never changes hands.
  public String owner() {
    return account.map(known -> known.id().toString()).orElse("local");
  }

  public boolean isAdmin() {
    return role == Role.ADMIN;
  }

  /// For what is written down about a skill.
  public Actor actor() {
    return new Actor(owner(), getName());
  }

  /// The owner to whose skills lists are limited; empty if all may be seen.
  public Optional<String> onlyOwnSkills() {
    return role == Role.AUTHOR ? Optional.of(owner()) : Optional.empty();
  }

  /// Whether a page may offer it.
  public boolean may(String method, String path) {
    return AccessRules.of(role, method, path) != AccessRules.Access.DENIED;
  }

  boolean mustChangePassword() {
    return account.filter(Account::mustChangePassword).isPresent();
  }

  /// For what a token that was made for a program must not do.
  ///
  /// @throws AssayException with `FORBIDDEN` if the caller is one
  public Person requirePerson() {
    return Person.of(getName(), token);
  }

  /// The account, for what only somebody with one can do.
  public Account requireAccount() {
    return account.orElseThrow(
        () ->
            new AssayException(
                ErrorCode.FORBIDDEN,
                "The local token of server.json belongs to no account. Name the account, or sign in"
                    + " with one."));
  }
}
