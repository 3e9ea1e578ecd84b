package dev.assay.cli.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Metrics;
import dev.assay.skill.sandbox.NetworkEvidence;
import dev.assay.skill.sandbox.Outcome;
import dev.assay.skill.sandbox.Output;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunReportTest {
  private static RunReport withLosses(long lost) {
    Output nothing = new Output(new byte[0], new byte[0], 0);
    return new RunReport(
        List.of("true"),
        new CommandResult(
            new Outcome.Exited(0), nothing, nothing, Duration.ZERO, Duration.ZERO, 0L, false),
        new Metrics(Duration.ZERO, 0L, null, null, null, 0),
        new NetworkEvidence(List.of(), List.of(), Optional.empty(), lost));
  }

  @Test
  void an_incomplete_record_is_never_called_no_attempts() {
    assertThat(withLosses(0).table()).contains("no attempts");
    assertThat(withLosses(3).table())
        .doesNotContain("no attempts")
        .contains("incomplete: 3 more could not be recorded");
    assertThat(withLosses(3).json()).contains("\"lost\":3");
  }
}
