package dev.assay.validation.lab;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.agent.AgentRun.Ending;
import dev.assay.agent.Budget;
import dev.assay.skill.AssayException;
import dev.assay.skill.sandbox.Network;
import dev.assay.skill.sandbox.NetworkEvidence;
import dev.assay.skill.sandbox.SandboxFailure;
import dev.assay.skill.sandbox.SandboxImage;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The difference between a fault of the skill and a fault of the platform.
class TrialsTest {
  private static Laboratory.Site site(Network network) {
    return new Laboratory.Site(
        SandboxImage.of("host"), network, List.of(), UUID.randomUUID(), "offline task-1", "x");
  }

  private static NetworkEvidence evidence(int lookups, long lost) {
    return new NetworkEvidence(
        List.of(),
        Stream.iterate(1, n -> n + 1)
            .limit(lookups)
            .map(n -> new NetworkEvidence.Lookup("h" + n, "A", 1, Instant.EPOCH, Instant.EPOCH))
            .toList(),
        Optional.of("proved"),
        lost);
  }

  @Test
  void lost_records_of_an_offline_task_are_the_platforms_failure() {
    assertThatThrownBy(() -> Trials.requireRecord(site(Network.blocked()), evidence(2, 1)))
        .isInstanceOf(SandboxFailure.class)
        .hasMessageContaining("1 records lost");
  }

  @Test
  void lost_records_change_nothing_where_the_worst_is_proved_or_the_network_was_open() {
    assertThatCode(() -> Trials.requireRecord(site(Network.blocked()), evidence(3, 9)))
        .doesNotThrowAnyException();
    assertThatCode(() -> Trials.requireRecord(site(Network.open()), evidence(0, 9)))
        .doesNotThrowAnyException();
    assertThatCode(() -> Trials.requireRecord(site(Network.blocked()), evidence(0, 0)))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @EnumSource(names = {"TURNS", "TOKENS", "COMMANDS"})
  void an_agent_that_gives_up_tells_something_about_the_task(Budget.Limit limit) {
    assertThatCode(() -> AgentEndings.requireTold(new Ending.OutOfBudget(limit)))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @EnumSource(names = {"TIME", "COST"})
  void a_model_that_is_slow_or_dear_does_not(Budget.Limit limit) {
    assertThatThrownBy(() -> AgentEndings.requireTold(new Ending.OutOfBudget(limit)))
        .isInstanceOf(AssayException.class)
        .hasMessageContaining("faster model");
  }
}
