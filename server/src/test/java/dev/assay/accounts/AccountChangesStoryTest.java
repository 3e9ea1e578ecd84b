package dev.assay.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.TestDatabase;
import dev.assay.audit.AuditEntry;
import dev.assay.audit.AuditFilter;
import dev.assay.audit.AuditLog;
import dev.assay.audit.Audits;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Secret;
import dev.assay.testkit.TestClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AccountChangesStoryTest {
  private static final Secret GOOD = Secret.of("correct horse");
  private static final Person GRACE = Person.of("grace", Optional.empty());

  @TempDir Path folder;

  private final TestClock clock = new TestClock();
  private final TestDatabase database = new TestDatabase();
  private final AuditLog audit = Audits.on(database, clock);
  private final Passwords passwords = new Passwords(4, new HashQueue(2));
  private final Accounts accounts =
      new Accounts(database.jdbc(), database.transactions(), passwords, clock);
  private final Tokens tokens =
      new Tokens(
          database.jdbc(),
          new TokenLifetimes(
              Duration.ofHours(12), Duration.ofHours(1), Duration.ofDays(90), Duration.ofDays(366)),
          clock);
  private AccountChanges changes;

  @BeforeEach
  void prepare() {
    Throttle throttle = new Throttle(database.jdbc(), database.transactions(), clock);
    PasswordChanges passwordChanges =
        new PasswordChanges(
            new SignIn(accounts, passwords, throttle),
            accounts,
            new FirstAdmin(accounts, passwords, folder.resolve("initial"), audit),
            audit);
    changes = new AccountChanges(accounts, passwordChanges, tokens, audit);
  }

  @Test
  void every_change_is_written_down_with_who_made_it() {
    Account ada = changes.create(GRACE, "ada", Role.ADMIN, GOOD);
    changes.create(GRACE, "bob", Role.USER, GOOD);
    changes.changeRole(GRACE, "bob", Role.ADMIN);
    changes.disable(GRACE, "bob");
    changes.enable(GRACE, "bob");
    changes.resetPassword(GRACE, "bob");
    IssuedToken token = changes.createToken(GRACE, ada, "ci", Optional.empty());
    changes.revokeToken(GRACE, ada, token.token().id());
    changes.remove(GRACE, "bob");

    assertThat(entries())
        .extracting(AuditEntry::action)
        .containsExactly(
            "account_created",
            "account_created",
            "account_role_changed",
            "account_disabled",
            "account_enabled",
            "password_reset",
            "token_created",
            "token_revoked",
            "account_removed");
    assertThat(entries()).extracting(AuditEntry::actor).containsOnly("grace");
  }

  @Test
  void a_refused_change_is_not_written_down() {
    changes.create(GRACE, "ada", Role.ADMIN, GOOD);

    assertThatThrownBy(() -> changes.remove(GRACE, "ada"))
        .isInstanceOfSatisfying(
            AssayException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LAST_ADMIN));
    assertThatThrownBy(() -> changes.create(GRACE, "ADA", Role.USER, GOOD))
        .isInstanceOf(AssayException.class);

    assertThat(entries()).extracting(AuditEntry::action).containsExactly("account_created");
  }

  @Test
  void the_token_of_a_program_is_nobody_who_changes_accounts() {
    Account ada = changes.create(GRACE, "ada", Role.ADMIN, GOOD);
    AccessToken program = changes.createToken(GRACE, ada, "ci", Optional.empty()).token();

    assertThatThrownBy(() -> Person.of("ada", Optional.of(program)))
        .isInstanceOfSatisfying(
            AssayException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FORBIDDEN));
    assertThat(Person.of("ada", Optional.of(tokens.openSession(ada).token())).name())
        .isEqualTo("ada");
  }

  private List<AuditEntry> entries() {
    return audit.after(AuditFilter.ALL, 0, 100);
  }
}
