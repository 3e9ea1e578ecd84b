package dev.assay.skill;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SecretTest {
  private final Secret secret = Secret.of("hunter2");

  record Login(String user, Secret password) {}

  @Test
  void never_prints_its_text() {
    assertThat(
            List.of(
                secret.toString(),
                "" + secret,
                String.format("%s", secret),
                new Login("admin", secret).toString(),
                Map.of("password", secret).toString()))
        .allSatisfy(text -> assertThat(text).contains("***").doesNotContain("hunter2"));
  }

  @Test
  void tells_nothing_by_its_hash() {
    assertThat(secret.hashCode()).isEqualTo(Secret.of("other").hashCode());
  }

  @Test
  void equals_another_with_the_same_text_only() {
    assertThat(secret).isEqualTo(Secret.of("hunter2")).isNotEqualTo(Secret.of("hunter3"));
  }

  @Test
  void gives_its_text_to_who_asks_for_it() {
    assertThat(secret.reveal()).isEqualTo("hunter2");
  }
}
