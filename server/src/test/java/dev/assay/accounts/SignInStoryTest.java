package dev.assay.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.assay.TestDatabase;
import dev.assay.accounts.FirstAdmin.Ensured;
import dev.assay.accounts.SignIn.Answer;
import dev.assay.audit.AuditEntry;
import dev.assay.audit.AuditFilter;
import dev.assay.audit.Audits;
import dev.assay.skill.AssayException;
import dev.assay.skill.Secret;
import dev.assay.testkit.TestClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SignInStoryTest {
  private static final Secret GOOD = Secret.of("correct horse");
  private static final Secret BAD = Secret.of("wrong");
  private static final String HERE = "192.0.2.1";

  @TempDir Path folder;

  private final TestClock clock = new TestClock();
  private final TestDatabase database = new TestDatabase();
  private final Passwords passwords = new Passwords(4, new HashQueue(2));
  private final Accounts accounts =
      new Accounts(database.jdbc(), database.transactions(), passwords, clock);
  private final Throttle throttle = new Throttle(database.jdbc(), database.transactions(), clock);
  private final SignIn signIn = new SignIn(accounts, passwords, throttle);

  @Test
  void a_wrong_password_and_an_unknown_name_get_the_same_answer() {
    accounts.create("ada", Role.USER, GOOD, _ -> {});
    assertThat(signIn.attempt("ada", BAD, HERE)).isEqualTo(new Answer.Refused());
    assertThat(signIn.attempt("nobody", BAD, HERE)).isEqualTo(new Answer.Refused());
    assertThat(signIn.attempt("ADA", GOOD, HERE))
        .isEqualTo(new Answer.Accepted(accounts.load("ada")));
  }

  @Test
  void a_disabled_account_gets_the_same_answer_too() {
    accounts.create("root", Role.ADMIN, GOOD, _ -> {});
    accounts.create("ada", Role.USER, GOOD, _ -> {});
    accounts.disable("ada");
    assertThat(signIn.attempt("ada", GOOD, HERE)).isEqualTo(new Answer.Refused());
  }

  @Test
  void an_account_of_the_identity_provider_has_no_password_that_works() {
    accounts.vouched("https://id 1", "ada", Role.ADMIN);
    assertThat(signIn.attempt("ada", Secret.of(""), HERE)).isEqualTo(new Answer.Refused());
  }

  @Test
  void guessing_is_slowed_twice_as_much_each_time_for_real_and_imaginary_names_alike() {
    accounts.create("ada", Role.USER, GOOD, _ -> {});
    for (String name : new String[] {"ada", "nobody"}) {
      fail(5, name, HERE);
      assertWait(1, name);
      clock.pass(Duration.ofSeconds(1));
      fail(1, name, HERE);
      assertWait(2, name);
      clock.pass(Duration.ofSeconds(2));
      fail(1, name, HERE);
      assertWait(4, name);
    }
    assertThat(signIn.attempt("ada", GOOD, HERE)).isInstanceOf(Answer.TooManyAttempts.class);
    clock.pass(Duration.ofSeconds(4));
    assertThat(signIn.attempt("ada", GOOD, HERE)).isInstanceOf(Answer.Accepted.class);
  }

  @Test
  void guesses_made_all_at_once_are_no_more_than_one_after_the_other()
      throws InterruptedException, ExecutionException {
    accounts.create("ada", Role.USER, GOOD, _ -> {});
    List<Callable<Answer>> guesses =
        Collections.nCopies(40, () -> signIn.attempt("ada", BAD, HERE));
    int refused = 0;
    try (ExecutorService pool = Executors.newFixedThreadPool(10)) {
      for (Future<Answer> answer : pool.invokeAll(guesses)) {
        refused += answer.get() instanceof Answer.Refused ? 1 : 0;
      }
    }
    assertThat(refused).isEqualTo(5);
  }

  @Test
  void one_network_of_many_addresses_is_slowed_as_one() {
    for (int i = 0; i < 5; i++) {
      signIn.attempt("ada", BAD, "2001:db8:1:2::" + i);
    }
    assertThat(signIn.attempt("ada", BAD, "2001:db8:1:2:ffff::1"))
        .isInstanceOf(Answer.TooManyAttempts.class);
    assertThat(signIn.attempt("ada", BAD, "2001:db8:1:3::1")).isEqualTo(new Answer.Refused());
  }

  @Test
  void a_name_that_no_account_can_have_is_refused_like_any_other() {
    for (String odd : List.of("", "a\u0000b", "x".repeat(100_000), "<b>")) {
      assertThat(signIn.attempt(odd, BAD, "192.0.2." + odd.length() % 200))
          .isEqualTo(new Answer.Refused());
    }
  }

  @Test
  void the_owner_elsewhere_is_not_locked_out() {
    accounts.create("ada", Role.USER, GOOD, _ -> {});
    fail(5, "ada", HERE);
    assertThat(signIn.attempt("ada", GOOD, "198.51.100.7")).isInstanceOf(Answer.Accepted.class);
  }

  @Test
  void one_address_that_tries_many_names_is_slowed() {
    for (int i = 0; i < 50; i++) {
      signIn.attempt("name" + i, BAD, HERE);
    }
    assertThat(signIn.attempt("another", BAD, HERE)).isInstanceOf(Answer.TooManyAttempts.class);
    assertThat(signIn.attempt("another", BAD, "198.51.100.7")).isEqualTo(new Answer.Refused());
  }

  @Test
  void failures_are_forgotten() {
    fail(5, "ada", HERE);
    clock.pass(Throttle.MEMORY.plusSeconds(1));
    assertThat(signIn.attempt("ada", BAD, HERE)).isEqualTo(new Answer.Refused());
    clock.pass(Throttle.MEMORY.plusSeconds(1));
    assertThat(throttle.sweep()).isEqualTo(3);
  }

  @Test
  void a_new_installation_has_an_admin_with_a_one_time_password() throws IOException {
    Secret password = made(firstAdmin().ensure(Optional.empty())).oneTime().orElseThrow();
    assertThat(file()).hasContent(password.reveal());
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
    assertThat(accounts.load("admin").mustChangePassword()).isTrue();
    assertThat(firstAdmin().ensure(Optional.empty())).isInstanceOf(Ensured.Nothing.class);
    assertThat(Audits.on(database, clock).after(AuditFilter.ALL, 0, 9))
        .extracting(AuditEntry::actor, AuditEntry::action, entry -> entry.object().name())
        .containsExactly(tuple("assay", "account_created", "admin"));

    accounts.changePassword(
        accounts.load("admin"), password, GOOD, new java.util.UUID(0, 0), _ -> {});
    firstAdmin().notePasswordChosen(accounts.load("admin"));
    assertThat(file()).doesNotExist();
  }

  @Test
  void a_given_password_counts_until_somebody_chose_another() {
    assertThat(made(firstAdmin().ensure(Optional.of(GOOD))).oneTime()).isEmpty();
    assertThat(file()).doesNotExist();
    assertThat(accounts.load("admin").mustChangePassword()).isFalse();
    assertThat(signIn.attempt("admin", GOOD, HERE)).isInstanceOf(Answer.Accepted.class);

    assertThat(firstAdmin().ensure(Optional.of(Secret.of("battery staple"))))
        .isInstanceOf(Ensured.Nothing.class);
    assertThat(signIn.attempt("admin", GOOD, HERE)).isInstanceOf(Answer.Accepted.class);
  }

  @Test
  void a_given_password_replaces_a_one_time_password_that_nobody_used() {
    firstAdmin().ensure(Optional.empty());
    assertThat(firstAdmin().ensure(Optional.of(GOOD))).isInstanceOf(Ensured.Adopted.class);
    assertThat(signIn.attempt("admin", GOOD, HERE)).isInstanceOf(Answer.Accepted.class);
    assertThat(file()).doesNotExist();
  }

  @Test
  void a_given_password_does_not_come_back_after_an_admin_reset_it() {
    firstAdmin().ensure(Optional.of(GOOD));
    accounts.resetPassword("admin", _ -> {});
    firstAdmin().ensure(Optional.of(GOOD));
    assertThat(signIn.attempt("admin", GOOD, HERE)).isEqualTo(new Answer.Refused());
  }

  @Test
  void a_given_password_that_cannot_be_used_stops_the_start_with_nobody_made() {
    assertThatThrownBy(() -> firstAdmin().ensure(Optional.of(Secret.of("x".repeat(73)))))
        .isInstanceOf(AssayException.class);
    assertThat(accounts.list()).isEmpty();
  }

  @Test
  void an_installation_whose_admin_was_removed_gets_no_new_one() {
    accounts.create("root", Role.ADMIN, GOOD, _ -> {});
    assertThat(firstAdmin().ensure(Optional.empty())).isInstanceOf(Ensured.Nothing.class);
    assertThat(accounts.findByName("admin")).isEmpty();
  }

  private void fail(int times, String name, String address) {
    for (int i = 0; i < times; i++) {
      assertThat(signIn.attempt(name, BAD, address)).isEqualTo(new Answer.Refused());
    }
  }

  private void assertWait(int seconds, String name) {
    assertThat(signIn.attempt(name, BAD, HERE))
        .isEqualTo(new Answer.TooManyAttempts(Duration.ofSeconds(seconds)));
  }

  private static Ensured.Made made(Ensured ensured) {
    return (Ensured.Made) ensured;
  }

  private FirstAdmin firstAdmin() {
    return new FirstAdmin(accounts, passwords, file(), Audits.on(database, clock));
  }

  private Path file() {
    return folder.resolve("initial-admin-password");
  }
}
