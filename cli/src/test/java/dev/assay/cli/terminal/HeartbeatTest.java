package dev.assay.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class HeartbeatTest {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final Pattern WAITING = Pattern.compile("assay: waiting … \\d+ s\n");
  private static final Pattern STARTING =
      Pattern.compile("assay: starting the database … \\d+ s\n");

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);

  @Test
  void says_what_is_being_done_again_and_again() {
    try (Heartbeat heartbeat = Heartbeat.begin(out, Duration.ofMillis(1), "waiting")) {
      await().atMost(PATIENCE).until(() -> WAITING.matcher(text()).find());
      heartbeat.phase("starting the database");
      await().atMost(PATIENCE).until(() -> STARTING.matcher(text()).find());
    }
  }

  @Test
  void says_nothing_when_it_is_over_in_time() {
    Heartbeat.begin(out, Duration.ofHours(1), "waiting").close();
    assertThat(text()).isEmpty();
  }

  private String text() {
    return printed.toString(StandardCharsets.UTF_8);
  }
}
