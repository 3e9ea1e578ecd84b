package dev.assay.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.TestDatabase;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Secret;
import dev.assay.testkit.TestClock;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TokensStoryTest {
  private final TestClock clock = new TestClock();
  private final TestDatabase database = new TestDatabase();
  private final Tokens tokens =
      new Tokens(
          database.jdbc(),
          new TokenLifetimes(
              Duration.ofHours(12), Duration.ofHours(2), Duration.ofDays(90), Duration.ofDays(366)),
          clock);
  private Account ada;
  private Account bob;

  @BeforeEach
  void twoAccounts() {
    Accounts accounts =
        new Accounts(
            database.jdbc(), database.transactions(), new Passwords(4, new HashQueue(2)), clock);
    ada = accounts.create("ada", Role.USER, Secret.of("correct horse"), _ -> {});
    bob = accounts.create("bob", Role.USER, Secret.of("correct horse"), _ -> {});
  }

  @Test
  void a_token_is_kept_as_a_hash_only() {
    IssuedToken issued = tokens.create(ada, "ci", Optional.empty());
    assertThat(issued.text().reveal()).startsWith("assay_").hasSize(49);
    assertThat(issued.toString()).doesNotContain(issued.text().reveal());
    String row =
        database
            .jdbc()
            .sql("select access_token::text from access_token")
            .query(String.class)
            .single();
    assertThat(row).contains("ci").doesNotContain(issued.text().reveal().substring(6, 20));
  }

  @Test
  void a_token_ends_when_its_time_is_over() {
    IssuedToken issued = tokens.create(ada, "ci", Optional.of(Duration.ofDays(1)));
    clock.pass(Duration.ofDays(1).minusSeconds(1));
    assertThat(tokens.find(issued.text())).isPresent();
    clock.pass(Duration.ofSeconds(1));
    assertThat(tokens.find(issued.text())).isEmpty();
    assertThat(tokens.list(ada)).isEmpty();
    assertThat(tokens.sweep()).isEqualTo(1);
  }

  @Test
  void a_session_that_is_used_goes_on_until_its_longest_life() {
    IssuedToken session = tokens.openSession(ada);
    for (int i = 0; i < 11; i++) {
      clock.pass(Duration.ofMinutes(65));
      assertThat(tokens.find(session.text())).as("use %d", i).isPresent();
    }
    clock.pass(Duration.ofMinutes(65));
    assertThat(tokens.find(session.text())).isEmpty();
  }

  @Test
  void a_session_that_is_not_used_ends() {
    IssuedToken session = tokens.openSession(ada);
    clock.pass(Duration.ofHours(2));
    assertThat(tokens.find(session.text())).isEmpty();
    assertThat(tokens.sweep()).isEqualTo(1);
  }

  @Test
  void only_its_owner_can_revoke_a_token_and_then_it_is_gone() {
    IssuedToken issued = tokens.create(ada, "ci", Optional.empty());
    assertRefused(ErrorCode.TOKEN_NOT_FOUND, () -> tokens.revoke(bob, issued.token().id()));
    assertThat(tokens.find(issued.text())).isPresent();

    tokens.revoke(ada, issued.token().id());
    assertThat(tokens.find(issued.text())).isEmpty();
    assertRefused(ErrorCode.TOKEN_NOT_FOUND, () -> tokens.revoke(ada, issued.token().id()));
  }

  @Test
  void a_token_needs_a_name_and_a_sensible_life() {
    assertRefused(ErrorCode.BAD_REQUEST, () -> tokens.create(ada, " ", Optional.empty()));
    assertRefused(
        ErrorCode.BAD_REQUEST, () -> tokens.create(ada, "x".repeat(101), Optional.empty()));
    assertRefused(
        ErrorCode.BAD_REQUEST, () -> tokens.create(ada, "ci", Optional.of(Duration.ZERO)));
    assertRefused(
        ErrorCode.BAD_REQUEST, () -> tokens.create(ada, "ci", Optional.of(Duration.ofDays(-1))));
    assertRefused(
        ErrorCode.BAD_REQUEST, () -> tokens.create(ada, "ci", Optional.of(Duration.ofDays(367))));
    assertThat(tokens.list(ada)).isEmpty();
  }

  @Test
  void a_list_has_an_accounts_own_named_tokens_only() {
    tokens.openSession(ada);
    tokens.openLogin(ada);
    tokens.create(bob, "theirs", Optional.empty());
    tokens.create(ada, "mine", Optional.empty());
    assertThat(tokens.list(ada)).extracting(AccessToken::name).containsExactly("mine");
  }

  private static void assertRefused(
      ErrorCode code, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(AssayException.class, e -> assertThat(e.code()).isEqualTo(code));
  }
}
