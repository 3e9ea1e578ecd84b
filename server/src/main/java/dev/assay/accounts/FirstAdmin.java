package dev.assay.accounts;

import dev.assay.accounts.Account.State;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Makes sure that somebody can sign in to a new installation.
public final class FirstAdmin {
  public static final String NAME = "admin";

  private static final Logger log = LoggerFactory.getLogger(FirstAdmin.class);

  private final Accounts accounts;
  private final Passwords passwords;
  private final Path passwordFile;

  /// The one-time password is also left in a file that only the owner of the home can read, until
  /// it was changed.
  public FirstAdmin(Accounts accounts, Passwords passwords, Path passwordFile) {
    this.accounts = accounts;
    this.passwords = passwords;
    this.passwordFile = passwordFile;
  }

  /// Makes the account `admin` if there is no account at all. With a given password that one
  /// counts, also later as long as nobody chose another; without, the one-time password is
  /// answered, once.
  public Optional<Secret> ensure(Optional<Secret> given) {
    given.ifPresent(passwords::requireReadable);
    Optional<Account> admin = accounts.findByName(NAME);
    if (admin.isPresent()) {
      given.ifPresent(password -> adopt(admin.get(), password));
      return Optional.empty();
    }
    if (!accounts.list().isEmpty()) {
      return Optional.empty();
    }
    try {
      Invitation invitation = accounts.invite(NAME, Role.ADMIN);
      if (given.isPresent()) {
        adopt(invitation.account(), given.get());
        return Optional.empty();
      }
      leave(invitation.password());
      return Optional.of(invitation.password());
    } catch (AssayException e) {
      if (e.code() == ErrorCode.ACCOUNT_ALREADY_EXISTS) {
        return Optional.empty(); // another server on the same database was first
      }
      throw e;
    }
  }

  /// Whether the one-time password was not changed yet.
  public boolean isPasswordWaiting() {
    return Files.exists(passwordFile);
  }

  /// Removes the file once the password in it no longer counts.
  public void notePasswordChosen(Account account) {
    if (account.name().equals(NAME)) {
      try {
        Files.deleteIfExists(passwordFile);
      } catch (IOException e) {
        log.warn("{} cannot be removed; its password no longer counts", passwordFile, e);
      }
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

  private void adopt(Account admin, Secret password) {
    if (admin.mustChangePassword()) {
      accounts.setPassword(admin, password, State.ACTIVE);
      notePasswordChosen(admin);
      log.info("The password of {} is the one in ASSAY_ADMIN_PASSWORD", NAME);
      if (password.reveal().length() < Passwords.MINIMUM_CHARACTERS) {
        log.warn("ASSAY_ADMIN_PASSWORD is short; choose a longer one for anything but a trial");
      }
    } else if (!passwords.matches(password, accounts.passwordHash(NAME).orElse(null))) {
      log.warn("ASSAY_ADMIN_PASSWORD is ignored: {} has chosen a password", NAME);
    }
  }
}
