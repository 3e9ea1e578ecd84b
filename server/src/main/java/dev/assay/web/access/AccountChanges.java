package dev.assay.web.access;

import dev.assay.accounts.AccessToken;
import dev.assay.accounts.Account;
import dev.assay.accounts.Accounts;
import dev.assay.accounts.Invitation;
import dev.assay.accounts.IssuedToken;
import dev.assay.accounts.Role;
import dev.assay.accounts.Tokens;
import dev.assay.registry.AuditAction;
import dev.assay.registry.AuditLog;
import dev.assay.registry.AuditRecord;
import dev.assay.skill.Secret;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/// What the console and the REST interface change about accounts and tokens, and that it was
/// written down. Either both happen or neither. API tokens change nothing here.
@Component
public final class AccountChanges {
  private final Accounts accounts;
  private final PasswordChanges passwords;
  private final Tokens tokens;
  private final AuditLog audit;

  AccountChanges(Accounts accounts, PasswordChanges passwords, Tokens tokens, AuditLog audit) {
    this.accounts = accounts;
    this.passwords = passwords;
    this.tokens = tokens;
    this.audit = audit;
  }

  public Invitation invite(Caller caller, String name, Role role) {
    caller.requirePerson();
    return accounts.invite(name, role, account -> created(caller.getName(), account));
  }

  public Account create(Caller caller, String name, Role role, Secret password) {
    caller.requirePerson();
    return accounts.create(name, role, password, account -> created(caller.getName(), account));
  }

  public Account changeRole(Caller caller, String name, Role role) {
    caller.requirePerson();
    return changing(
        caller,
        AuditAction.ACCOUNT_ROLE_CHANGED,
        accounts.load(name),
        () -> accounts.changeRole(name, role));
  }

  public Account disable(Caller caller, String name) {
    caller.requirePerson();
    return changing(
        caller, AuditAction.ACCOUNT_DISABLED, accounts.load(name), () -> accounts.disable(name));
  }

  public Account enable(Caller caller, String name) {
    caller.requirePerson();
    return changing(
        caller, AuditAction.ACCOUNT_ENABLED, accounts.load(name), () -> accounts.enable(name));
  }

  public Invitation resetPassword(Caller caller, String name) {
    caller.requirePerson();
    return passwords.resetPassword(
        name,
        account ->
            audit.record(
                AuditRecord.by(caller.getName(), AuditAction.PASSWORD_RESET, subject(account))));
  }

  public void remove(Caller caller, String name) {
    caller.requirePerson();
    audit.together(
        () -> {
          Account account = accounts.load(name);
          passwords.remove(name);
          audit.record(
              AuditRecord.by(caller.getName(), AuditAction.ACCOUNT_REMOVED, subject(account))
                  .from(facts(account)));
          return account;
        });
  }

  public IssuedToken createToken(
      Caller caller, Account owner, String name, Optional<Duration> lifetime) {
    caller.requirePerson();
    return audit.together(
        () -> {
          IssuedToken issued = tokens.create(owner, name, lifetime);
          AccessToken token = issued.token();
          audit.record(
              AuditRecord.by(
                      caller.getName(),
                      AuditAction.TOKEN_CREATED,
                      new AuditRecord.Subject("token", token.id().toString(), token.name()))
                  .to(Map.of("account", owner.name(), "expires_at", token.expiresAt())));
          return issued;
        });
  }

  public void revokeToken(Caller caller, Account owner, UUID id) {
    caller.requirePerson();
    audit.together(
        () -> {
          String name =
              tokens.list(owner).stream()
                  .filter(token -> token.id().equals(id))
                  .map(AccessToken::name)
                  .findFirst()
                  .orElse("");
          tokens.revoke(owner, id);
          audit.record(
              AuditRecord.by(
                      caller.getName(),
                      AuditAction.TOKEN_REVOKED,
                      new AuditRecord.Subject("token", id.toString(), name))
                  .from(Map.of("account", owner.name())));
          return id;
        });
  }

  private Account changing(
      Caller caller, AuditAction action, Account was, Supplier<Account> change) {
    return audit.together(
        () -> {
          Account is = change.get();
          audit.record(
              AuditRecord.by(caller.getName(), action, subject(is)).from(facts(was)).to(facts(is)));
          return is;
        });
  }

  /// The account that an identity provider vouches for.
  Account vouched(String subject, String name, Role role) {
    Optional<Account> known = accounts.findBySubject(subject);
    if (known.filter(account -> account.role() == role).isPresent()) {
      return known.get();
    }
    return audit.together(
        () -> {
          Account account = accounts.vouched(subject, name, role);
          known.ifPresentOrElse(
              was ->
                  audit.record(
                      AuditRecord.by(
                              account.name(), AuditAction.ACCOUNT_ROLE_CHANGED, subject(account))
                          .from(facts(was))
                          .to(facts(account))),
              () -> created(account.name(), account));
          return account;
        });
  }

  /// A session for an account that an identity provider vouched for just now.
  IssuedToken vouchedSession(Account account, String address) {
    return passwords.opened(account, address, "identity_provider", tokens::openSession).token();
  }

  private void created(String actor, Account account) {
    audit.record(
        AuditRecord.by(actor, AuditAction.ACCOUNT_CREATED, subject(account)).to(facts(account)));
  }

  static AuditRecord.Subject subject(Account account) {
    return new AuditRecord.Subject("account", account.id().toString(), account.name());
  }

  private static Map<String, String> facts(Account account) {
    return Map.of(
        "role", account.role().word(),
        "origin", account.origin().name().toLowerCase(Locale.ROOT),
        "state", account.state().name().toLowerCase(Locale.ROOT));
  }
}
