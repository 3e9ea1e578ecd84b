package dev.assay.accounts;

import dev.assay.accounts.Accounts.Duty;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Secret;
import dev.assay.skill.audit.AuditAction;
import dev.assay.skill.audit.AuditRecord;
import dev.assay.skill.audit.AuditWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Ensures that a new installation has an account for signing in.
public final class FirstAdmin {
  public static final String NAME = "admin";

  private static final Logger log = LoggerFactory.getLogger(FirstAdmin.class);

  private final Accounts accounts;
  private final Passwords passwords;
  private final Path passwordFile;
  private final AuditWriter audit;

  /// Leaves the one-time password also in a file that only the owner of the home can read, until
  /// the password is changed.
  public FirstAdmin(Accounts accounts, Passwords passwords, Path passwordFile, AuditWriter audit) {
    this.accounts = accounts;
    this.passwords = passwords;
    this.passwordFile = passwordFile;
    this.audit = audit;
  }

  /// The result.
  public sealed interface Ensured {
    record Nothing() implements Ensured {}

    /// @param oneTime the one-time password, if none was given
    record Made(Account admin, Optional<Secret> oneTime) implements Ensured {}

    /// The given password replaced the one-time password.
    record Adopted(Account admin) implements Ensured {}
  }

  /// Makes the account `admin` if there is no account at all. A given password becomes its
  /// password, also later as long as the one-time password was not changed. Without a given
  /// password the one-time password is returned, once. It is written to its file before it takes
  /// effect, so that it cannot be lost.
  public Ensured ensure(Optional<Secret> given) {
    given.ifPresent(passwords::requireReadable);
    if (!accounts.list().isEmpty()) {
      return given.map(this::adopt).orElseGet(Ensured.Nothing::new);
    }
    try {
      if (given.isPresent()) {
        Ensured made = made(given.get(), Duty.NONE, Optional.empty());
        remarkOnShort(given.get());
        return made;
      }
      Secret password = Passwords.oneTime();
      leave(password);
      return made(password, Duty.MUST_CHANGE, Optional.of(password));
    } catch (AssayException e) {
      if (e.code() == ErrorCode.ACCOUNT_ALREADY_EXISTS) {
        forget(); // another server on the same database was first
        return new Ensured.Nothing();
      }
      throw e;
    }
  }

  private Ensured made(Secret password, Duty duty, Optional<Secret> oneTime) {
    Account admin =
        accounts.createFirst(
            NAME,
            password,
            duty,
            made ->
                audit.record(
                    auditRecord(AuditAction.ACCOUNT_CREATED, made)
                        .to(Map.of("role", made.role().word()))));
    return new Ensured.Made(admin, oneTime);
  }

  private static AuditRecord auditRecord(AuditAction action, Account admin) {
    return AuditRecord.by(AuditRecord.THE_SERVER, action, admin.auditSubject());
  }

  /// Says whether the one-time password was not changed yet.
  public boolean isPasswordWaiting() {
    return Files.exists(passwordFile);
  }

  /// Removes the file once the password in it is not valid any more.
  void notePasswordChosen(Account account) {
    if (account.name().equals(NAME)) {
      forget();
    }
  }

  private void forget() {
    try {
      Files.deleteIfExists(passwordFile);
    } catch (IOException e) {
      log.warn(
          "{} cannot be removed ({}); its password no longer counts", passwordFile, e.toString());
    }
  }

  private void leave(Secret password) {
    try {
      Path draft = Files.createTempFile(passwordFile.getParent(), "initial", null); // mode 0600
      Files.writeString(draft, password.reveal() + "\n");
      Files.move(draft, passwordFile, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new AssayException(ErrorCode.HOME_UNUSABLE, "Cannot write " + passwordFile + ".", e);
    }
  }

  private Ensured adopt(Secret password) {
    Optional<Account> admin = accounts.findByName(NAME);
    if (admin.isEmpty()) {
      return new Ensured.Nothing();
    }
    if (admin.get().mustChangePassword() && isPasswordWaiting()) {
      accounts.setPassword(
          admin.get(),
          password,
          Duty.NONE,
          changed -> audit.record(auditRecord(AuditAction.PASSWORD_RESET, changed)));
      forget();
      log.info("The password of {} is the one in ASSAY_ADMIN_PASSWORD", NAME);
      remarkOnShort(password);
      return new Ensured.Adopted(admin.get());
    }
    if (!passwords.matches(password, accounts.passwordHash(NAME).orElse(null))) {
      log.warn("ASSAY_ADMIN_PASSWORD is ignored: {} has another password by now", NAME);
    }
    return new Ensured.Nothing();
  }

  private static void remarkOnShort(Secret password) {
    if (password.reveal().length() < Passwords.MINIMUM_CHARACTERS) {
      log.warn("ASSAY_ADMIN_PASSWORD is short; choose a longer one for anything but a trial");
    }
  }
}
