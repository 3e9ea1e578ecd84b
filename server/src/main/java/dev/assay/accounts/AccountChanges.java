package dev.assay.accounts;

import dev.assay.skill.Secret;
import dev.assay.skill.Words;
import dev.assay.skill.audit.AuditAction;
import dev.assay.skill.audit.AuditRecord;
import dev.assay.skill.audit.AuditWriter;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/// Changes of accounts and tokens by people, with their records in the audit log. The change and
/// its record are one transaction.
public final class AccountChanges {
  private final Accounts accounts;
  private final PasswordChanges passwords;
  private final Tokens tokens;
  private final AuditWriter audit;

  public AccountChanges(
      Accounts accounts, PasswordChanges passwords, Tokens tokens, AuditWriter audit) {
    this.accounts = accounts;
    this.passwords = passwords;
    this.tokens = tokens;
    this.audit = audit;
  }

  public Invitation invite(Person by, String name, Role role) {
    return accounts.invite(name, role, account -> created(by.name(), account));
  }

  public Account create(Person by, String name, Role role, Secret password) {
    return accounts.create(name, role, password, account -> created(by.name(), account));
  }

  public Account changeRole(Person by, String name, Role role) {
    return changing(
        by,
        AuditAction.ACCOUNT_ROLE_CHANGED,
        accounts.load(name),
        () -> accounts.changeRole(name, role));
  }

  public Account disable(Person by, String name) {
    return changing(
        by, AuditAction.ACCOUNT_DISABLED, accounts.load(name), () -> accounts.disable(name));
  }

  public Account enable(Person by, String name) {
    return changing(
        by, AuditAction.ACCOUNT_ENABLED, accounts.load(name), () -> accounts.enable(name));
  }

  public Invitation resetPassword(Person by, String name) {
    return passwords.resetPassword(
        name,
        account ->
            audit.record(
                AuditRecord.by(by.name(), AuditAction.PASSWORD_RESET, account.auditSubject())));
  }

  public void remove(Person by, String name) {
    audit.together(
        () -> {
          Account account = accounts.load(name);
          passwords.remove(name);
          audit.record(
              AuditRecord.by(by.name(), AuditAction.ACCOUNT_REMOVED, account.auditSubject())
                  .from(facts(account)));
          return account;
        });
  }

  public IssuedToken createToken(
      Person by, Account owner, String name, Optional<Duration> lifetime) {
    return audit.together(
        () -> {
          IssuedToken issued = tokens.create(owner, name, lifetime);
          AccessToken token = issued.token();
          audit.record(
              AuditRecord.by(
                      by.name(),
                      AuditAction.TOKEN_CREATED,
                      new AuditRecord.Subject("token", token.id().toString(), token.name()))
                  .to(Map.of("account", owner.name(), "expires_at", token.expiresAt())));
          return issued;
        });
  }

  public void revokeToken(Person by, Account owner, UUID id) {
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
                      by.name(),
                      AuditAction.TOKEN_REVOKED,
                      new AuditRecord.Subject("token", id.toString(), name))
                  .from(Map.of("account", owner.name())));
          return id;
        });
  }

  private Account changing(Person by, AuditAction action, Account was, Supplier<Account> change) {
    return audit.together(
        () -> {
          Account is = change.get();
          audit.record(
              AuditRecord.by(by.name(), action, is.auditSubject()).from(facts(was)).to(facts(is)));
          return is;
        });
  }

  /// The account of a user that an identity provider has authenticated.
  public Account vouched(String subject, String name, Role role) {
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
                              account.name(),
                              AuditAction.ACCOUNT_ROLE_CHANGED,
                              account.auditSubject())
                          .from(facts(was))
                          .to(facts(account))),
              () -> created(account.name(), account));
          return account;
        });
  }

  /// A session for an account that an identity provider has just authenticated.
  public IssuedToken vouchedSession(Account account, String address) {
    return passwords.opened(account, address, "identity_provider", tokens::openSession).token();
  }

  private void created(String actor, Account account) {
    audit.record(
        AuditRecord.by(actor, AuditAction.ACCOUNT_CREATED, account.auditSubject())
            .to(facts(account)));
  }

  private static Map<String, String> facts(Account account) {
    return Map.of(
        "role", account.role().word(),
        "origin", Words.of(account.origin()),
        "state", Words.of(account.state()));
  }
}
