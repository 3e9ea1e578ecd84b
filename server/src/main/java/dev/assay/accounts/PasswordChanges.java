package dev.assay.accounts;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Secret;
import dev.assay.skill.audit.AuditAction;
import dev.assay.skill.audit.AuditRecord;
import dev.assay.skill.audit.AuditWriter;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;

/// Sign-ins and changes of passwords, with their records in the audit log.
public final class PasswordChanges {
  private final SignIn signIn;
  private final Accounts accounts;
  private final FirstAdmin firstAdmin;
  private final AuditWriter audit;

  public PasswordChanges(
      SignIn signIn, Accounts accounts, FirstAdmin firstAdmin, AuditWriter audit) {
    this.signIn = signIn;
    this.accounts = accounts;
    this.firstAdmin = firstAdmin;
    this.audit = audit;
  }

  /// The account and the token of a sign-in.
  public record SignedIn(Account account, IssuedToken token) {}

  /// Opens a session or token for the account with this name and password, or refuses without
  /// telling which of the two was wrong.
  public SignedIn signIn(
      String name, Secret password, String address, Function<Account, IssuedToken> open) {
    SignIn.Answer answer = signIn.attempt(name, password, address);
    if (answer instanceof SignIn.Answer.Refused) {
      noteRefused(AuditRecord.NOBODY, name, address);
    }
    Account account =
        accept(
            answer,
            new AssayException(ErrorCode.UNAUTHORIZED, "The user name or the password is wrong."));
    return opened(account, address, "password", open);
  }

  /// @param by the way of authentication
  SignedIn opened(Account account, String address, String by, Function<Account, IssuedToken> open) {
    return audit.together(
        () -> {
          IssuedToken token = open.apply(account);
          audit.record(
              AuditRecord.by(account.name(), AuditAction.SIGNED_IN, account.auditSubject())
                  .to(Map.of("address", address, "by", by)));
          return new SignedIn(account, token);
        });
  }

  /// Records a refused sign-in. A name that no account has is not recorded, because people type
  /// passwords there. Attempts that have to wait are not recorded, or any client could fill the
  /// log; the record of the last attempt before shows the wait.
  private void noteRefused(String actor, String name, String address) {
    AuditRecord.Subject object =
        accounts
            .findByName(name)
            .map(Account::auditSubject)
            .orElse(new AuditRecord.Subject("account", "", ""));
    Duration pause = signIn.pause(name, address);
    audit.record(
        AuditRecord.by(actor, AuditAction.SIGN_IN_REFUSED, object)
            .to(
                Map.of(
                    "address",
                    address,
                    "next_wait_seconds",
                    pause.isZero() ? 0 : pause.toSeconds() + 1)));
  }

  private static Account accept(SignIn.Answer answer, AssayException refusal) {
    return switch (answer) {
      case SignIn.Answer.Accepted accepted -> accepted.account();
      case SignIn.Answer.Refused refused -> throw refusal;
      case SignIn.Answer.TooManyAttempts tooMany -> {
        long seconds = tooMany.pause().toSeconds() + 1;
        throw new AssayException(
            ErrorCode.TOO_MANY_ATTEMPTS,
            "Too many failed attempts. Wait " + seconds + " s and try again.",
            Map.of("retry_after_seconds", seconds));
      }
    };
  }

  /// Says whether the first admin's one-time password was not used yet.
  public boolean isFirstSignIn() {
    return firstAdmin.isPasswordWaiting();
  }

  /// Replaces the password of a signed-in user.
  ///
  /// @param session the session that stays; every other one of the account ends
  public void changePassword(
      Account account,
      Optional<AccessToken> session,
      Secret current,
      Secret chosen,
      String address) {
    Person _ = Person.of(account.name(), session);
    SignIn.Answer answer = signIn.confirm(account.name(), current, address);
    if (answer instanceof SignIn.Answer.Refused) {
      noteRefused(account.name(), account.name(), address);
    }
    accept(answer, new AssayException(ErrorCode.FORBIDDEN, "The current password is wrong."));
    UUID kept = session.map(AccessToken::id).orElse(new UUID(0, 0));
    accounts.changePassword(
        account,
        current,
        chosen,
        kept,
        changed ->
            audit.record(
                AuditRecord.by(
                    changed.name(), AuditAction.PASSWORD_CHANGED, changed.auditSubject())));
    firstAdmin.notePasswordChosen(account);
  }

  Invitation resetPassword(String name, Consumer<Account> along) {
    Invitation invitation = accounts.resetPassword(name, along);
    firstAdmin.notePasswordChosen(invitation.account());
    return invitation;
  }

  void remove(String name) {
    Account account = accounts.load(name);
    accounts.remove(name);
    firstAdmin.notePasswordChosen(account);
  }
}
