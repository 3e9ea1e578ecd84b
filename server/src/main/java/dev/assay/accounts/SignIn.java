package dev.assay.accounts;

import dev.assay.accounts.Account.State;
import dev.assay.skill.Secret;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Checks a name and a password. Neither the answer nor its time reveals whether the account
/// exists.
public final class SignIn {
  private static final Logger log = LoggerFactory.getLogger(SignIn.class);

  /// A replacement for every name that no account can have; it is itself no possible name.
  private static final String NOBODY = "?";

  private final Accounts accounts;
  private final Passwords passwords;
  private final Throttle throttle;

  public SignIn(Accounts accounts, Passwords passwords, Throttle throttle) {
    this.accounts = accounts;
    this.passwords = passwords;
    this.throttle = throttle;
  }

  sealed interface Answer {
    record Accepted(Account account) implements Answer {}

    record Refused() implements Answer {}

    record TooManyAttempts(Duration pause) implements Answer {}
  }

  Answer attempt(String name, Secret password, String address) {
    Answer answer = confirm(name, password, address);
    if (answer instanceof Answer.Accepted accepted) {
      log.info("{} signed in from {}", accepted.account().name(), address);
    }
    return answer;
  }

  /// The wait before the next attempt on that name from that address.
  Duration pause(String given, String address) {
    return throttle.pause(Accounts.isName(given) ? given : NOBODY, address);
  }

  /// Checks the password of a signed-in user again. Guessing is slowed here as well.
  ///
  /// @throws dev.assay.skill.AssayException with `TOO_MANY_ATTEMPTS` if too many wait for an answer
  Answer confirm(String given, Secret password, String address) {
    String name = Accounts.isName(given) ? given : NOBODY;
    return passwords.queue().pass(Throttle.network(address), () -> inTurn(name, password, address));
  }

  private Answer inTurn(String name, Secret password, String address) {
    Optional<Duration> wait = throttle.begin(name, address);
    if (wait.isPresent()) {
      log.warn("Sign-in of {} from {} slowed for {} s", name, address, wait.get().toSeconds());
      return new Answer.TooManyAttempts(wait.get());
    }
    boolean right = passwords.matches(password, accounts.passwordHash(name).orElse(null));
    Optional<Account> account =
        accounts.findByName(name).filter(found -> found.state() != State.DISABLED);
    if (!right || account.isEmpty()) {
      log.warn("Sign-in of {} from {} refused", name, address);
      return new Answer.Refused();
    }
    throttle.succeed(name, address);
    return new Answer.Accepted(account.get());
  }
}
