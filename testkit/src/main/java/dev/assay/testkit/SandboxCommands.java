package dev.assay.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.assay.skill.sandbox.Capabilities.Feature;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Outcome;
import dev.assay.skill.sandbox.OutputListener;
import dev.assay.skill.sandbox.RunningCommand;
import dev.assay.skill.sandbox.Sandbox;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// Tests of commands.
interface SandboxCommands extends SandboxFixture {
  @Test
  @Essential
  default void a_command_tells_its_exit_code() {
    try (Sandbox sandbox = sandbox()) {
      assertThat(sandbox.run(Command.of("true")).outcome()).isEqualTo(new Outcome.Exited(0));
      assertThat(sandbox.run(Command.shell("exit 7")).outcome()).isEqualTo(new Outcome.Exited(7));
    }
  }

  @Test
  @Essential
  default void output_and_error_output_are_kept_apart() {
    requires(Feature.SEPARATE_STDERR);
    try (Sandbox sandbox = sandbox()) {
      CommandResult result = sandbox.run(Command.shell("echo good; echo bad >&2"));
      assertThat(result.stdout().text()).isEqualTo("good\n");
      assertThat(result.stderr().text()).isEqualTo("bad\n");
    }
  }

  @Test
  @Essential
  default void arguments_arrive_as_they_were_given() {
    List<String> odd = List.of("a b", "", "$HOME", "'", "\"", "*", "line\nbreak", "日本", "-n", "\\");
    List<String> words = new ArrayList<>(List.of("printf", "%s|"));
    words.addAll(odd);
    try (Sandbox sandbox = sandbox()) {
      assertThat(sandbox.run(Command.of(words)).stdout().text())
          .isEqualTo(String.join("|", odd) + "|");
    }
  }

  @Test
  default void an_argument_with_nul_is_refused_before_anything_runs() {
    assertThatIllegalArgumentException().isThrownBy(() -> Command.of("echo", "a\0b"));
  }

  @Test
  default void a_command_runs_in_the_folder_it_names() {
    try (Sandbox sandbox = sandbox()) {
      assertThat(sandbox.run(Command.of("pwd").in("/usr")).stdout().text()).isEqualTo("/usr\n");
      CommandResult nowhere = sandbox.run(Command.of("pwd").in("/no/such/folder"));
      assertThat(nowhere.succeeded()).isFalse();
      assertThat(nowhere.stderr().text()).contains("/no/such/folder");
    }
  }

  @Test
  default void variables_of_sandbox_and_command_reach_the_command() {
    try (Sandbox sandbox =
        engine().create(spec().withVariable("ONE", "1").withVariable("TWO", "two"))) {
      CommandResult result =
          sandbox.run(
              Command.shell("echo $ONE $TWO $THREE")
                  .withVariable("TWO", "2")
                  .withVariable("THREE", "3"));
      assertThat(result.stdout().text()).isEqualTo("1 2 3\n");
    }
  }

  @Test
  default void nothing_of_our_own_environment_leaks_in() {
    try (Sandbox sandbox = sandbox()) {
      List<String> inside = shell(sandbox, "env").lines().toList();
      System.getenv()
          .forEach(
              (name, value) -> {
                if (value.length() > 8) { // shorter ones are common settings
                  assertThat(inside).doesNotContain(name + "=" + value);
                }
              });
      assertThat(inside).hasSizeLessThan(30);
    }
  }

  @Test
  default void input_reaches_the_command_and_ends() {
    try (Sandbox sandbox = sandbox()) {
      assertThat(sandbox.run(Command.of("cat").withInput("hello")).stdout().text())
          .isEqualTo("hello");
      assertThat(sandbox.run(Command.of("cat")).stdout().text()).isEmpty();
    }
  }

  @Test
  @Essential
  default void binary_input_and_output_survive() {
    byte[] bytes = new byte[3_000_000];
    new Random(7).nextBytes(bytes);
    try (Sandbox sandbox = sandbox()) {
      CommandResult result =
          sandbox.run(
              Command.of("cat")
                  .withInput(() -> new ByteArrayInputStream(bytes))
                  .withOutputLimit(4_000_000));
      assertThat(result.stdout().bytes()).isEqualTo(bytes);
    }
  }

  @Test
  default void input_that_nobody_reads_does_not_hang_the_command() {
    byte[] bytes = new byte[5_000_000];
    try (Sandbox sandbox = sandbox()) {
      CommandResult result =
          sandbox.run(Command.of("true").withInput(() -> new ByteArrayInputStream(bytes)));
      assertThat(result.succeeded()).isTrue();
    }
  }

  @Test
  default void a_command_can_be_talked_to_by_hand() throws IOException {
    CountDownLatch received = new CountDownLatch(1);
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    OutputListener listener =
        new OutputListener() {
          @Override
          public void stdout(byte[] bytes) {
            output.writeBytes(bytes);
            received.countDown();
          }

          @Override
          public void stderr(byte[] bytes) {}
        };
    try (Sandbox sandbox = sandbox()) {
      RunningCommand running =
          sandbox.start(Command.of("cat").withInput(Command.BY_HAND), listener);
      try (OutputStream stdin = running.stdin()) {
        stdin.write("ping".getBytes(StandardCharsets.UTF_8));
        stdin.flush();
        assertThat(awaited(received)).isTrue();
      }
      assertThat(running.await().succeeded()).isTrue();
      assertThat(output.toString(StandardCharsets.UTF_8)).isEqualTo("ping");
    }
  }

  private static boolean awaited(CountDownLatch latch) {
    try {
      return latch.await(20, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  @Essential
  default void a_program_that_is_not_there_is_told_apart_from_one_that_fails() {
    try (Sandbox sandbox = sandbox()) {
      assertThat(sandbox.run(Command.of("no-such-program")).outcome())
          .isInstanceOf(Outcome.NotFound.class);
      sandbox.files().writeText("plain", "no program");
      assertThat(sandbox.run(Command.of(Command.DEFAULT_FOLDER + "/plain")).outcome())
          .isInstanceOf(Outcome.NotFound.class);
      assertThat(sandbox.run(Command.shell("exit 127")).outcome())
          .isEqualTo(new Outcome.Exited(127));
    }
  }

  @Test
  default void a_signal_is_told_apart_from_an_exit_code() {
    requires(Feature.SIGNAL_OUTCOME);
    try (Sandbox sandbox = sandbox()) {
      assertThat(sandbox.run(Command.shell("kill -SEGV $$")).outcome())
          .isEqualTo(new Outcome.Signalled(11));
      assertThat(sandbox.run(Command.shell("exit 139")).outcome())
          .isEqualTo(new Outcome.Exited(139));
    }
  }

  @Test
  default void long_output_keeps_head_and_tail_and_states_the_cut() {
    try (Sandbox sandbox = sandbox()) {
      CommandResult result = sandbox.run(Command.shell("seq 1 200000").withOutputLimit(1000));
      assertThat(result.stdout().text()).startsWith("1\n2\n").endsWith("199999\n200000\n");
      assertThat(result.stdout().bytes()).hasSize(1000);
      assertThat(result.stdout().cut()).isEqualTo(result.stdout().total() - 1000);
      assertThat(result.stdout().text()).contains(result.stdout().cut() + " bytes cut");
    }
  }

  @Test
  default void a_flood_of_one_gigabyte_neither_fills_memory_nor_blocks() {
    try (Sandbox sandbox = sandbox()) {
      CommandResult result =
          sandbox.run(Command.shell("head -c 1073741824 /dev/zero").withOutputLimit(64 * 1024));
      assertThat(result.succeeded()).isTrue();
      assertThat(result.stdout().total()).isEqualTo(1L << 30);
    }
  }

  @Test
  default void a_slow_listener_slows_down_its_own_command_only() {
    CountDownLatch hold = new CountDownLatch(1);
    OutputListener slow =
        new OutputListener() {
          @Override
          public void stdout(byte[] bytes) {
            awaited(hold);
          }

          @Override
          public void stderr(byte[] bytes) {}
        };
    try (Sandbox sandbox = sandbox()) {
      RunningCommand flood = sandbox.start(Command.shell("head -c 50000000 /dev/zero"), slow);
      assertThat(shell(sandbox, "echo quick")).isEqualTo("quick");
      hold.countDown();
      assertThat(flood.await().stdout().total()).isEqualTo(50_000_000);
    }
  }

  @Test
  default void many_commands_run_side_by_side() throws Exception {
    try (Sandbox sandbox = sandbox();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<String>> answers = new ArrayList<>();
      for (int number = 0; number < 40; number++) {
        String line = "echo " + number;
        answers.add(threads.submit(() -> shell(sandbox, line)));
      }
      for (int number = 0; number < 40; number++) {
        assertThat(answers.get(number).get()).isEqualTo(Integer.toString(number));
      }
    }
  }

  @Test
  default void a_command_tells_what_it_used() {
    requires(Feature.COMMAND_USAGE);
    try (Sandbox sandbox = sandbox()) {
      CommandResult result =
          sandbox.run(Command.shell("i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done"));
      assertThat(result.cpu()).isPositive();
      assertThat(result.took())
          .isGreaterThanOrEqualTo(Objects.requireNonNull(result.cpu()).dividedBy(2));
      assertThat(result.peakMemory()).isPositive();
    }
  }
}
