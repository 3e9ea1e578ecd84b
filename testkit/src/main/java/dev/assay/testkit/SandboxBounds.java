package dev.assay.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.Capabilities.Feature;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Limit;
import dev.assay.skill.sandbox.Limits;
import dev.assay.skill.sandbox.Outcome;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxFailure;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Tests that limits hold and that running into one is reported as such.
interface SandboxBounds extends SandboxFixture {
  long MIB = 1 << 20;

  @Test
  @Essential
  default void a_memory_bomb_ends_as_out_of_memory_and_the_sandbox_goes_on() {
    try (Sandbox sandbox = grantedSandbox(spec().withLimit(Limit.MEMORY, 128 * MIB))) {
      CommandResult result =
          sandbox.run(
              Command.of("perl", "-e", "$x = 'a' x (900 * 1024 * 1024); sleep 5; print length $x"));
      assertThat(result.outcome()).isEqualTo(new Outcome.OutOfMemory());
      assertThat(shell(sandbox, "echo fine")).isEqualTo("fine");
    }
  }

  @Test
  default void memory_of_all_processes_counts_together() {
    try (Sandbox sandbox = grantedSandbox(spec().withLimit(Limit.MEMORY, 128 * MIB))) {
      CommandResult result =
          sandbox.run(
              Command.shell(
                  "for i in 1 2 3 4; do perl -e '$x = \"a\" x (60 * 1024 * 1024); sleep 8' & p=\"$p $!\"; done;"
                      + " for i in $p; do wait $i || exit 9; done"));
      assertThat(result.outcome()).isEqualTo(new Outcome.OutOfMemory());
    }
  }

  @Test
  default void a_fork_bomb_stops_at_the_limit_and_leaves_other_sandboxes_alone() {
    try (Sandbox bomb = grantedSandbox(spec().withLimit(Limit.PROCESSES, 40));
        Sandbox other = sandbox()) {
      CommandResult result =
          bomb.run(
              Command.shell("i=0; while [ $i -lt 500 ]; do sleep 20 & i=$((i+1)); done; wait")
                  .withTimeout(Duration.ofSeconds(15)));
      assertThat(result.succeeded()).isFalse();
      if (engine().capabilities().has(Feature.METRICS)) {
        assertThat(bomb.metrics().processes()).isLessThan(50);
      }
      assertThat(shell(other, "for i in 1 2 3 4 5 6 7 8 9; do sleep 0.1 & done; wait; echo free"))
          .isEqualTo("free");
    }
  }

  @Test
  default void an_endless_fork_bomb_is_killed_at_its_timeout() {
    try (Sandbox sandbox = grantedSandbox(spec().withLimit(Limit.PROCESSES, 60))) {
      CommandResult result =
          sandbox.run(
              Command.of("bash", "-c", "f() { f | f & }; f; while :; do f; done 2>/dev/null")
                  .withTimeout(Duration.ofSeconds(2)));
      assertThat(result.succeeded()).isFalse();
      assertThat(shell(sandbox, "echo fine")).isEqualTo("fine");
    }
  }

  @Test
  default void one_file_beyond_the_disk_limit_is_told_as_such() {
    try (Sandbox sandbox = grantedSandbox(spec().withLimit(Limit.DISK, 20 * MIB))) {
      CommandResult result =
          sandbox.run(Command.of("head", "-c", "200000000", "/dev/zero").withOutputLimit(10));
      assertThat(result.succeeded()).isTrue();
      CommandResult filled = sandbox.run(Command.shell("exec head -c 200000000 /dev/zero > big"));
      assertThat(filled.outcome()).isEqualTo(new Outcome.LimitExceeded(Limit.DISK));
    }
  }

  @Test
  default void many_files_beyond_the_disk_limit_end_the_command() {
    try (Sandbox sandbox = grantedSandbox(spec().withLimit(Limit.DISK, 20 * MIB))) {
      CommandResult result =
          sandbox.run(
              Command.shell(
                      "i=0; while :; do head -c 3000000 /dev/urandom > f$i; i=$((i+1)); sleep 0.02; done")
                  .withTimeout(Duration.ofSeconds(30)));
      assertThat(result.outcome()).isEqualTo(new Outcome.LimitExceeded(Limit.DISK));
      assertThat(shell(sandbox, "rm -f f*; echo fine")).isEqualTo("fine");
    }
  }

  @Test
  default void too_many_files_end_the_command() {
    try (Sandbox sandbox = grantedSandbox(spec().withLimit(Limit.FILES, 500))) {
      CommandResult result =
          sandbox.run(
              Command.shell(
                      "i=0; while :; do : > n$i; i=$((i+1)); [ $((i % 200)) = 0 ] && sleep 0.05; done")
                  .withTimeout(Duration.ofSeconds(30)));
      assertThat(result.outcome()).isEqualTo(new Outcome.LimitExceeded(Limit.FILES));
    }
  }

  @Test
  default void a_share_of_a_core_is_not_exceeded() {
    requires(Feature.METRICS);
    try (Sandbox sandbox = grantedSandbox(spec().withLimit(Limit.CPU, 200))) {
      CommandResult result = sandbox.run(Command.shell("timeout 2 sh -c 'while :; do :; done'"));
      assertThat(result.outcome()).as("ended by timeout").isEqualTo(new Outcome.Exited(124));
      assertThat(sandbox.metrics().cpu()).isLessThan(Duration.ofSeconds(1));
    }
  }

  @Test
  @Essential
  default void the_wall_time_ends_commands_and_then_the_sandbox() {
    try (Sandbox sandbox =
        grantedSandbox(spec().withLimits(Limits.none().withWall(Duration.ofMillis(800))))) {
      assertThat(sandbox.run(Command.of("sleep", "60")).outcome())
          .isEqualTo(new Outcome.LimitExceeded(Limit.WALL));
      await()
          .untilAsserted(
              () ->
                  assertThatThrownBy(() -> sandbox.run(Command.of("true")))
                      .isInstanceOfSatisfying(
                          SandboxFailure.class,
                          failure -> assertThat(failure.code()).isEqualTo(ErrorCode.SANDBOX_GONE)));
    }
  }

  @Test
  @Essential
  default void a_limit_that_cannot_be_enforced_is_refused_with_the_reason() {
    for (Limit limit : Limit.values()) {
      if (!engine().capabilities().enforces(limit)) {
        AssayException refusal =
            catchThrowableOfType(
                AssayException.class, () -> engine().create(spec().withLimit(limit, 1000)));
        assertThat(refusal.code()).isEqualTo(ErrorCode.SANDBOX_UNSUPPORTED);
        assertThat(refusal.reason()).contains(limit.name());
      }
    }
  }
}
