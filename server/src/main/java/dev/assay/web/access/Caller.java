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

/// The sender of a request, after authentication.
///
/// The owner of the home, who uses the local token, is an admin without an account.
public record Caller(Optional<Account> account, Role role, Optional<AccessToken> token)
    implements Principal {

  /// Returns the caller of the current request, if it is known.
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

  /// Returns the owner of the caller's conversations: the id of the account, which is never reused.
  public String owner() {
    return account.map(known -> known.id().toString()).orElse("local");
  }

  public boolean isAdmin() {
    return role == Role.ADMIN;
  }

  /// Returns the actor for records about a skill.
  public Actor actor() {
    return new Actor(owner(), getName());
  }

  /// Returns the owner to whose skills lists are limited; empty if the caller may see all skills.
  public Optional<String> onlyOwnSkills() {
    return role == Role.AUTHOR ? Optional.of(owner()) : Optional.empty();
  }

  /// Tests whether the caller may send such a request. Pages offer only permitted actions.
  public boolean may(String method, String path) {
    return AccessRules.of(role, method, path) != AccessRules.Access.DENIED;
  }

  boolean mustChangePassword() {
    return account.filter(Account::mustChangePassword).isPresent();
  }

  /// Requires a person. A token that was made for a program is refused.
  ///
  /// @throws AssayException with `FORBIDDEN` if the caller is a program
  public Person requirePerson() {
    return Person.of(getName(), token);
  }

  /// Returns the account, for actions that need one.
  public Account requireAccount() {
    return account.orElseThrow(
        () ->
            new AssayException(
                ErrorCode.FORBIDDEN,
                "The local token of server.json belongs to no account. Name the account, or sign in"
                    + " with one."));
  }
}
