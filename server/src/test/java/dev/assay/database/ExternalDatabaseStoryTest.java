package dev.assay.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Secret;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ExternalDatabaseStoryTest {
  private static final Duration LONG = Duration.ofHours(1);

  @Test
  void that_answers_is_used_at_once_and_a_wrong_password_is_told_at_once() {
    try (EmbeddedDatabase other =
        EmbeddedDatabase.start(Path.of("target", "databases", "external"))) {
      ExternalDatabase.await(other.address(), LONG);

      DatabaseAddress wrong =
          new DatabaseAddress(other.address().url(), "postgres", Secret.of("hunter2"));
      assertUnavailable(wrong, LONG, "password authentication failed");

      DatabaseAddress missing =
          new DatabaseAddress(
              other.address().url().replace("/postgres", "/nowhere"),
              "postgres",
              other.address().password());
      assertUnavailable(missing, LONG, "\"nowhere\" does not exist");
    }
  }

  @Test
  void that_does_not_answer_is_waited_for_only_as_long_as_was_said() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    DatabaseAddress nobody =
        new DatabaseAddress(
            "jdbc:postgresql://127.0.0.1:" + port + "/x", "u", Secret.of("hunter2"));
    assertUnavailable(nobody, Duration.ZERO, "127.0.0.1:" + port);
  }

  private static void assertUnavailable(DatabaseAddress address, Duration patience, String reason) {
    assertThatThrownBy(() -> ExternalDatabase.await(address, patience))
        .isInstanceOfSatisfying(
            AssayException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.DATABASE_UNAVAILABLE);
              assertThat(e.reason())
                  .contains(reason)
                  .contains("assay.database.url")
                  .doesNotContain("hunter2");
            });
  }
}
