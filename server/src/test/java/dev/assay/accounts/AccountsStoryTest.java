package dev.assay.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.TestDatabase;
import dev.assay.accounts.Account.State;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Secret;
import dev.assay.testkit.TestClock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AccountsStoryTest {
  private static final Secret GOOD = Secret.of("correct horse");
  private static final UUID NO_TOKEN = new UUID(0, 0);

  private final TestClock clock = new TestClock();
  private final Passwords passwords = new Passwords(4, new HashQueue(2));
  private Accounts accounts;
  private Tokens tokens;

  @BeforeEach
  void beginWithNobody() {
    TestDatabase database = new TestDatabase();
    accounts = new Accounts(database.jdbc(), database.transactions(), passwords, clock);
    tokens =
        new Tokens(
            database.jdbc(),
            new TokenLifetimes(
                Duration.ofHours(12),
                Duration.ofHours(2),
                Duration.ofDays(90),
                Duration.ofDays(366)),
            clock);
  }

  @Test
  void a_name_belongs_to_one_account_however_it_is_written() {
    accounts.create("Ada", Role.USER, GOOD, _ -> {});
    assertCode(
        ErrorCode.ACCOUNT_ALREADY_EXISTS, () -> accounts.create("ADA", Role.USER, GOOD, _ -> {}));
    assertThat(accounts.load("ada").name()).isEqualTo("Ada");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "-a", "a b", "a/b", "a\u0000", "ä", "../x", "<script>"})
  void an_odd_name_is_refused_and_nothing_is_kept(String name) {
    assertCode(ErrorCode.BAD_REQUEST, () -> accounts.invite(name, Role.USER, _ -> {}));
    assertThat(accounts.list()).isEmpty();
  }

  @Test
  void an_invited_account_must_choose_a_password() {
    Invitation invitation = accounts.invite("ada", Role.USER, _ -> {});
    assertThat(invitation.account().mustChangePassword()).isTrue();
    assertThat(invitation.toString()).doesNotContain(invitation.password().reveal());

    accounts.changePassword(invitation.account(), invitation.password(), GOOD, NO_TOKEN, _ -> {});
    assertThat(accounts.load("ada").state()).isEqualTo(State.ACTIVE);
    assertThat(passwords.matches(GOOD, accounts.passwordHash("ada").orElseThrow())).isTrue();
  }

  @Test
  void a_password_changes_only_with_the_current_one_and_to_another_good_one() {
    Account ada = accounts.create("ada", Role.USER, GOOD, _ -> {});
    assertCode(
        ErrorCode.FORBIDDEN,
        () ->
            accounts.changePassword(
                ada, Secret.of("guess"), Secret.of("battery staple"), NO_TOKEN, _ -> {}));
    assertCode(
        ErrorCode.PASSWORD_NOT_ACCEPTED,
        () -> accounts.changePassword(ada, GOOD, GOOD, NO_TOKEN, _ -> {}));
    assertCode(
        ErrorCode.PASSWORD_NOT_ACCEPTED,
        () -> accounts.changePassword(ada, GOOD, Secret.of("short"), NO_TOKEN, _ -> {}));
    assertThat(passwords.matches(GOOD, accounts.passwordHash("ada").orElseThrow())).isTrue();
  }

  @Test
  void a_changed_password_ends_other_sessions_but_not_named_tokens() {
    Account ada = accounts.create("ada", Role.USER, GOOD, _ -> {});
    IssuedToken here = tokens.openSession(ada);
    IssuedToken elsewhere = tokens.openSession(ada);
    IssuedToken program = tokens.openLogin(ada);
    IssuedToken named = tokens.create(ada, "ci", Optional.empty());

    accounts.changePassword(ada, GOOD, Secret.of("battery staple"), here.token().id(), _ -> {});
    assertThat(tokens.find(here.text())).isPresent();
    assertThat(tokens.find(elsewhere.text())).isEmpty();
    assertThat(tokens.find(program.text())).isEmpty();
    assertThat(tokens.find(named.text())).isPresent();
  }

  @Test
  void a_disabled_account_loses_every_token() {
    accounts.create("root", Role.ADMIN, GOOD, _ -> {});
    Account ada = accounts.create("ada", Role.USER, GOOD, _ -> {});
    IssuedToken named = tokens.create(ada, "ci", Optional.empty());
    assertThat(accounts.disable("ada").state()).isEqualTo(State.DISABLED);
    assertThat(tokens.find(named.text())).isEmpty();
    assertThat(accounts.enable("ada").state()).isEqualTo(State.ACTIVE);
  }

  @Test
  void disabling_and_enabling_does_not_make_a_one_time_password_lasting() {
    accounts.create("root", Role.ADMIN, GOOD, _ -> {});
    accounts.invite("ada", Role.USER, _ -> {});
    accounts.disable("ada");
    assertThat(accounts.enable("ada").mustChangePassword()).isTrue();
  }

  @Test
  void a_disabled_account_gets_no_new_password() {
    accounts.create("root", Role.ADMIN, GOOD, _ -> {});
    accounts.create("ada", Role.USER, GOOD, _ -> {});
    accounts.disable("ada");
    assertCode(ErrorCode.BAD_REQUEST, () -> accounts.resetPassword("ada", _ -> {}));
    assertThat(accounts.load("ada").state()).isEqualTo(State.DISABLED);
  }

  @Test
  void the_last_active_admin_cannot_go() {
    accounts.create("root", Role.ADMIN, GOOD, _ -> {});
    accounts.create("ada", Role.USER, GOOD, _ -> {});
    assertCode(ErrorCode.LAST_ADMIN, () -> accounts.remove("root"));
    assertCode(ErrorCode.LAST_ADMIN, () -> accounts.disable("root"));
    assertCode(ErrorCode.LAST_ADMIN, () -> accounts.changeRole("root", Role.USER));
    assertThat(accounts.load("root").role()).isEqualTo(Role.ADMIN);

    accounts.changeRole("ada", Role.ADMIN);
    accounts.remove("root");
    assertThat(accounts.list()).extracting(Account::name).containsExactly("ada");
  }

  @Test
  void two_admins_who_remove_each_other_at_once_do_not_both_succeed()
      throws InterruptedException, ExecutionException {
    for (int round = 0; round < 5; round++) {
      accounts.create("one" + round, Role.ADMIN, GOOD, _ -> {});
      accounts.create("two" + round, Role.ADMIN, GOOD, _ -> {});
      for (Account other : accounts.list()) {
        if (!other.name().endsWith(String.valueOf(round))) {
          accounts.remove(other.name());
        }
      }
      String first = "one" + round;
      String second = "two" + round;
      try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
        List<Callable<Boolean>> both = List.of(() -> removed(first), () -> removed(second));
        int gone = 0;
        for (Future<Boolean> done : pool.invokeAll(both)) {
          gone += done.get() ? 1 : 0;
        }
        assertThat(gone).isEqualTo(1);
      }
      assertThat(accounts.list()).hasSize(1);
    }
  }

  @Test
  void an_identity_provider_vouches_for_an_account_and_its_role() {
    accounts.create("root", Role.ADMIN, GOOD, _ -> {});
    Account ada = accounts.vouched("https://id 1", "ada", Role.USER);
    assertThat(accounts.vouched("https://id 1", "ada-renamed", Role.ADMIN))
        .isEqualTo(
            new Account(
                ada.id(), "ada", Role.ADMIN, Account.Origin.OIDC, State.ACTIVE, ada.createdAt()));
    assertCode(ErrorCode.BAD_REQUEST, () -> accounts.resetPassword("ada", _ -> {}));
  }

  @Test
  void an_identity_provider_cannot_take_over_a_local_account() {
    accounts.create("root", Role.ADMIN, GOOD, _ -> {});
    assertCode(
        ErrorCode.ACCOUNT_ALREADY_EXISTS,
        () -> accounts.vouched("https://id 1", "root", Role.USER));
    assertThat(accounts.load("root").role()).isEqualTo(Role.ADMIN);
  }

  private boolean removed(String name) {
    try {
      accounts.remove(name);
      return true;
    } catch (AssayException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.LAST_ADMIN);
      return false;
    }
  }

  private static void assertCode(ErrorCode code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(AssayException.class, e -> assertThat(e.code()).isEqualTo(code));
  }
}
