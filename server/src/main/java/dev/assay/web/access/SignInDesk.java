package dev.assay.web.access;

import dev.assay.accounts.AccessToken;
import dev.assay.accounts.Account;
import dev.assay.accounts.Accounts;
import dev.assay.accounts.FirstAdmin;
import dev.assay.accounts.Invitation;
import dev.assay.accounts.SignIn;
import dev.assay.registry.AuditAction;
import dev.assay.registry.AuditLog;
import dev.assay.registry.Deed;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Secret;
import java.util.Map;
import java.util.UUID;
import org.springframework.stereotype.Component;

/// What the console and the REST interface do alike about passwords.
@Component
public final class SignInDesk {
  private final SignIn signIn;
  private final Accounts accounts;
  private final FirstAdmin firstAdmin;
  private final AuditLog audit;

  SignInDesk(SignIn signIn, Accounts accounts, FirstAdmin firstAdmin, AuditLog audit) {
    this.signIn = signIn;
    this.accounts = accounts;
    this.firstAdmin = firstAdmin;
    this.audit = audit;
  }

  /// The account behind a name and a password, or a refusal that does not say which was wrong.
  public Account signIn(String name, Secret password, String address) {
    return accept(
        signIn.attempt(name, password, address),
        new AssayException(ErrorCode.UNAUTHORIZED, "The user name or the password is wrong."));
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

  /// Whether the first admin's one-time password still waits to be used.
  public boolean isFirstSignIn() {
    return firstAdmin.isPasswordWaiting();
  }

  public void changePassword(Caller caller, Secret current, Secret chosen, String address) {
    Account account = caller.requireAccount();
    accept(
        signIn.confirm(account.name(), current, address),
        new AssayException(ErrorCode.FORBIDDEN, "The current password is wrong."));
    UUID kept = caller.token().map(AccessToken::id).orElse(new UUID(0, 0));
    audit.together(
        () -> {
          accounts.changePassword(account, current, chosen, kept);
          audit.record(
              Deed.by(account.name(), AuditAction.PASSWORD_CHANGED, AccountDesk.subject(account)));
          return account;
        });
    firstAdmin.notePasswordChosen(account);
  }

  public Invitation resetPassword(String name) {
    Invitation invitation = accounts.resetPassword(name);
    firstAdmin.notePasswordChosen(invitation.account());
    return invitation;
  }

  public void remove(String name) {
    Account account = accounts.load(name);
    accounts.remove(name);
    firstAdmin.notePasswordChosen(account);
  }
}
