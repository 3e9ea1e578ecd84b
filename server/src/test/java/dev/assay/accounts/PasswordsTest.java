package dev.assay.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Secret;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PasswordsTest {
  private final Passwords passwords = new Passwords(4, new HashQueue(2));

  @Test
  void match_their_own_hash_only() {
    String hash = passwords.hash(Secret.of("correct horse"));
    assertThat(hash).doesNotContain("correct");
    assertThat(passwords.matches(Secret.of("correct horse"), hash)).isTrue();
    assertThat(passwords.matches(Secret.of("correct horsf"), hash)).isFalse();
    assertThat(passwords.hash(Secret.of("correct horse"))).isNotEqualTo(hash);
  }

  @Test
  void never_match_when_there_is_no_account() {
    assertThat(passwords.matches(Secret.of("anything"), null)).isFalse();
  }

  @Test
  void longer_than_bcrypt_reads_do_not_match_by_their_beginning() {
    String hash = passwords.hash(Secret.of("x".repeat(72)));
    assertThat(passwords.matches(Secret.of("x".repeat(73)), hash)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "short", "        ", "somebody-long", "SOMEBODY-LONG"})
  void that_are_easy_are_refused(String easy) {
    assertRefused(easy);
  }

  @Test
  void are_counted_in_characters_at_least_and_in_bytes_at_most() {
    passwords.requireGood(Secret.of("pässwörd"), "somebody-long");
    passwords.requireGood(Secret.of("🔑".repeat(8)), "somebody-long");
    passwords.requireGood(Secret.of("x".repeat(72)), "somebody-long");
    assertRefused("🔑".repeat(7));
    assertRefused("x".repeat(73));
    assertRefused("ä".repeat(37));
  }

  @Test
  void made_for_one_use_are_long_and_never_the_same() {
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < 1000; i++) {
      seen.add(Passwords.oneTime().reveal());
    }
    assertThat(seen).hasSize(1000).allMatch(text -> text.matches("([a-z2-9]{5}-){3}[a-z2-9]{5}"));
  }

  private void assertRefused(String text) {
    assertThatThrownBy(() -> passwords.requireGood(Secret.of(text), "somebody-long"))
        .isInstanceOfSatisfying(
            AssayException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.PASSWORD_NOT_ACCEPTED);
              assertThat(e.reason()).contains("8 characters");
            });
  }
}
