package dev.assay.packages.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NetrcTest {
  @Test
  void entries_are_read_however_they_are_laid_out() throws Netrc.Malformed {
    String text =
        """
        # machine old.example login x password y
        machine a.example login bob password hun#ter2
        machine b.example:8443
          login "al ice"
          account x
          password "p\\"w"
        macdef init
        machine not.example login x password y

        machine c.example password token
        """;
    assertThat(Netrc.read(text))
        .extracting(
            entry -> entry.machine() + " " + entry.login() + " " + entry.password().reveal())
        .containsExactly(
            "a.example bob hun#ter2", "b.example:8443 al ice p\"w", "c.example  token");
    assertThat(Netrc.read(text).toString()).doesNotContain("hun", "token");
    assertThat(Netrc.read("")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          default login a password hunter2                 | default
          machine x login a                                | no password
          machine x login                                  | ends too early
          machine                                          | ends too early
          hunter2                                          | something else than "machine"
          machine x hunter2 y                              | not known
          """)
  void a_mistake_is_said_without_what_stands_there(String text, String reason) {
    assertThatThrownBy(() -> Netrc.read(text))
        .isInstanceOf(Netrc.Malformed.class)
        .hasMessageContaining(reason)
        .hasMessageNotContaining("hunter2");
  }
}
