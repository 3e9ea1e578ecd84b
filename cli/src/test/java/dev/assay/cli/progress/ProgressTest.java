package dev.assay.cli.progress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.check.Colours;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class ProgressTest {
  private final StringWriter text = new StringWriter();
  private final AtomicLong clock = new AtomicLong();

  @Test
  void a_log_gets_one_line_for_every_change_and_none_when_nothing_changed() {
    try (ProgressView plain = new PlainProgress(new PrintWriter(text), clock::get)) {
      plain.show(standing("started", 1), StepFindings.none());
      plain.show(standing("started", 1), StepFindings.none());
      plain.show(standing("started", 2), StepFindings.none());
      plain.show(standing("finished", 2), evidence());
    }
    assertThat(text.toString().lines())
        .containsExactly(
            "  prepare: done in 1.5 s",
            "  online t<U+001B>[2J …",
            "  online t<U+001B>[2J … (attempt 2)",
            "  online t<U+001B>[2J: done in 1 min 02 s, network: 2 places (attempt 2)");
  }

  @Test
  void a_log_gets_a_line_every_ten_seconds_while_nothing_changes() {
    try (ProgressView plain = new PlainProgress(new PrintWriter(text), clock::get)) {
      for (int second = 0; second <= 25; second++) {
        clock.set(second * 1_000_000_000L);
        plain.show(standing("started", 1), StepFindings.none());
      }
    }
    assertThat(text.toString().lines().skip(2))
        .containsExactly("  … 10 s: online t<U+001B>[2J", "  … 20 s: online t<U+001B>[2J");
  }

  @Test
  void a_terminal_is_drawn_again_in_place_and_no_line_is_wider_than_it() {
    try (ProgressView live =
        new LiveProgress(new PrintWriter(text), Colours.PLAIN, 40, clock::get)) {
      live.show(standing("started", 1), StepFindings.none());
      clock.addAndGet(3_200_000_000L);
      live.show(standing("started", 1), StepFindings.none());
      live.note("The server is lost.");
      live.show(standing("finished", 1), evidence());
    }
    String drawn = text.toString();
    assertThat(drawn.split("\u001b\\[2A\r\u001b\\[J", -1)).as("two rows, wiped twice").hasSize(3);
    assertThat(drawn).contains("online 3.2 s").contains("The server is lost.");
    assertThat(drawn.replace("\u001b[2A\r\u001b[J", "").lines())
        .allSatisfy(line -> assertThat(line).doesNotContain("\u001b").hasSizeLessThan(40));
  }

  private static StepFindings evidence() {
    return StepFindings.of(
        JsonMapper.builder()
            .build()
            .readTree(
                """
                {"steps": [{"step": {"name": "online t\\u001b[2J"},
                            "evidence": {"tried_offline": [], "contacted_online": ["a:1", "b:2"]}}]}
                """));
  }

  private static RunStatus standing(String state, int attempt) {
    String finished = state.equals("finished") ? ", \"finished_at\": \"2026-11-15T10:01:04Z\"" : "";
    return RunStatus.of(
        JsonMapper.builder()
            .build()
            .readTree(
                """
                {"run_id": "r", "run_state": "running", "steps": [
                  {"name": "prepare", "state": "finished", "attempt": 1,
                   "started_at": "2026-11-15T10:00:00Z", "finished_at": "2026-11-15T10:00:01.5Z"},
                  {"name": "online t\\u001b[2J", "state": "%s", "attempt": %d,
                   "started_at": "2026-11-15T10:00:02Z"%s}]}
                """
                    .formatted(state, attempt, finished)));
  }
}
