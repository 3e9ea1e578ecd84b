package dev.assay.sandbox.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.skill.sandbox.Limit;
import dev.assay.skill.sandbox.Outcome;
import dev.assay.skill.sandbox.SandboxFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AgentRefusalTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 8, 13, 20, 21, 26, 36, 40})
  void what_a_program_or_its_path_is_guilty_of_is_the_command_s_result(int errno) {
    assertThat(AgentRefusal.outcome('n', errno, "x")).isInstanceOf(Outcome.NotFound.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 23, 24, 28, 87, 999})
  void a_machine_without_descriptors_or_with_a_broken_disk_is_a_failure_of_the_platform(int errno) {
    assertThatThrownBy(() -> AgentRefusal.outcome('n', errno, "x"))
        .isInstanceOf(SandboxFailure.class)
        .hasMessageContaining("x");
  }

  @Test
  void not_to_get_a_process_is_never_a_missing_program() {
    assertThatThrownBy(() -> AgentRefusal.outcome('f', 2, "x")).isInstanceOf(SandboxFailure.class);
    assertThat(AgentRefusal.outcome('f', 11, "x"))
        .isEqualTo(new Outcome.LimitExceeded(Limit.PROCESSES));
    assertThat(AgentRefusal.outcome('f', 12, "x")).isEqualTo(new Outcome.OutOfMemory());
  }
}
