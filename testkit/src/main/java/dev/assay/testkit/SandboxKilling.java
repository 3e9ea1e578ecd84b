package dev.assay.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.Capabilities.Feature;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Outcome;
import dev.assay.skill.sandbox.OutputListener;
import dev.assay.skill.sandbox.RunningCommand;
import dev.assay.skill.sandbox.Sandbox;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/// Tests of the end of commands and of every process they started.
interface SandboxKilling extends SandboxFixture {
  Duration SHORT = Duration.ofMillis(400);

  /// The number of living processes inside with this word in their command line.
  private String alive(Sandbox sandbox, String word) {
    return shell(
        sandbox,
        "n=0; for p in /proc/[0-9]*; do if [ \"$(tr '\\0' ' ' <$p/cmdline 2>/dev/null)\" = 'sleep "
            + word
            + " ' ]; then n=$((n+1)); fi; done; echo $n");
  }

  @Test
  default void a_timeout_is_its_own_outcome_and_keeps_what_was_said() {
    try (Sandbox sandbox = sandbox()) {
      CommandResult result = sandbox.run(Command.shell("echo before; sleep 60").withTimeout(SHORT));
      assertThat(result.outcome()).isEqualTo(new Outcome.TimedOut(SHORT));
      assertThat(result.stdout().text()).isEqualTo("before\n");
    }
  }

  @Test
  @Essential
  default void a_timeout_kills_children_and_grandchildren() {
    try (Sandbox sandbox = sandbox()) {
      sandbox.run(Command.shell("sh -c 'sleep 4711 & sleep 4711' & sleep 4711").withTimeout(SHORT));
      assertThat(alive(sandbox, "4711")).isEqualTo("0");
    }
  }

  @Test
  default void a_timeout_kills_daemons_that_left_their_session() {
    try (Sandbox sandbox = sandbox()) {
      sandbox.run(
          Command.shell("setsid sh -c 'setsid sleep 4712 & exit 0' & sleep 60").withTimeout(SHORT));
      assertThat(alive(sandbox, "4712")).isEqualTo("0");
    }
  }

  @Test
  default void a_timeout_ends_programs_that_ignore_signals() {
    try (Sandbox sandbox = sandbox()) {
      CommandResult result =
          sandbox.run(
              Command.shell("trap '' TERM INT HUP; while :; do sleep 1; done").withTimeout(SHORT));
      assertThat(result.outcome()).isInstanceOf(Outcome.TimedOut.class);
    }
  }

  /// An engine may pause all processes for a moment to clear away a command's leftovers. Processes
  /// that were just being forked must not stay paused.
  @Test
  default void who_forks_all_the_time_goes_on_while_others_are_cleared_away() {
    requires(Feature.BACKGROUND);
    try (Sandbox sandbox = sandbox()) {
      for (int round = 0; round < 150; round++) {
        RunningCommand busy =
            sandbox.start(
                Command.shell("i=0; while [ $i -lt 40 ]; do (:); i=$((i+1)); done; echo all $i")
                    .withTimeout(Duration.ofSeconds(30)),
                OutputListener.silent());
        sandbox.run(Command.shell("sleep 4714 & kill -9 $PPID"));
        CommandResult result = busy.await();
        assertThat(result.outcome()).as("round %d", round).isEqualTo(new Outcome.Exited(0));
        assertThat(result.stdout().text()).isEqualTo("all 40\n");
      }
      assertThat(alive(sandbox, "4714")).isEqualTo("0");
    }
  }

  @Test
  default void a_command_can_be_killed_while_it_runs() {
    requires(Feature.BACKGROUND);
    try (Sandbox sandbox = sandbox()) {
      RunningCommand running =
          sandbox.start(Command.shell("sleep 4713 & sleep 4713"), OutputListener.silent());
      await().until(() -> alive(sandbox, "4713").equals("2"));
      running.kill();
      assertThat(running.await().outcome()).isEqualTo(new Outcome.Killed());
      assertThat(alive(sandbox, "4713")).isEqualTo("0");
    }
  }

  @Test
  default void killing_one_command_leaves_the_others() {
    requires(Feature.BACKGROUND);
    try (Sandbox sandbox = sandbox()) {
      RunningCommand one = sandbox.start(Command.of("sleep", "4714"), OutputListener.silent());
      RunningCommand two = sandbox.start(Command.of("sleep", "4715"), OutputListener.silent());
      await().until(() -> alive(sandbox, "4714").equals("1") && alive(sandbox, "4715").equals("1"));
      one.kill();
      assertThat(one.await().outcome()).isEqualTo(new Outcome.Killed());
      assertThat(alive(sandbox, "4715")).isEqualTo("1");
      two.kill();
      assertThat(two.await().outcome()).isEqualTo(new Outcome.Killed());
    }
  }

  @Test
  default void what_a_command_leaves_running_goes_on_and_does_not_hold_it_up() {
    requires(Feature.BACKGROUND);
    try (Sandbox sandbox = sandbox()) {
      CommandResult result = sandbox.run(Command.shell("sleep 4716 & echo started"));
      assertThat(result.outcome()).isEqualTo(new Outcome.Exited(0));
      assertThat(result.stdout().text()).isEqualTo("started\n");
      assertThat(result.leftRunning()).isTrue();
      assertThat(alive(sandbox, "4716")).isEqualTo("1");
    }
  }

  @Test
  default void killing_a_finished_command_ends_what_it_left_running() {
    requires(Feature.BACKGROUND);
    try (Sandbox sandbox = sandbox()) {
      RunningCommand running =
          sandbox.start(Command.shell("sleep 4717 &"), OutputListener.silent());
      assertThat(running.await().leftRunning()).isTrue();
      running.kill();
      await().untilAsserted(() -> assertThat(alive(sandbox, "4717")).isEqualTo("0"));
    }
  }

  @Test
  default void a_command_that_kills_everything_it_can_leaves_the_sandbox_usable() {
    try (Sandbox sandbox = sandbox()) {
      sandbox.run(Command.shell("kill -9 -1; kill -9 1").withTimeout(Duration.ofSeconds(10)));
      assertThat(shell(sandbox, "echo alive")).isEqualTo("alive");
    }
  }

  @Test
  @Essential
  default void all_processes_can_be_ended_at_once_and_the_sandbox_goes_on() {
    requires(Feature.PROCESS_END);
    try (Sandbox sandbox = sandbox()) {
      sandbox.run(
          Command.shell(
              "trap '' TERM INT HUP; setsid sh -c 'trap \"\" TERM; sleep 4718 & sleep 4718' & sleep 4718 &"
                  + " until [ $(grep -sal 4718 /proc/[0-9]*/cmdline | wc -l) -ge 3 ]; do :; done"));
      RunningCommand running = sandbox.start(Command.of("sleep", "4718"), OutputListener.silent());
      await().until(() -> Integer.parseInt(alive(sandbox, "4718")) == 4);
      sandbox.endProcesses();
      assertThat(alive(sandbox, "4718")).isEqualTo("0");
      assertThat(running.await().outcome().succeeded()).isFalse();
      assertThat(shell(sandbox, "echo alive")).isEqualTo("alive");
    }
  }

  /// Each process starts the next one and ends, so a list of the processes is outdated at once.
  @Test
  @Essential
  default void who_forks_all_the_time_is_ended_with_the_others() {
    requires(Feature.PROCESS_END);
    try (Sandbox sandbox = sandbox()) {
      sandbox.files().writeText("hop4719.sh", "sh /workspace/hop4719.sh &\n");
      String living = "grep -sal 'hop471[9]' /proc/[0-9]*/cmdline | wc -l";
      for (int round = 0; round < 5; round++) {
        sandbox.run(Command.shell("sh /workspace/hop4719.sh"));
        await().until(() -> !shell(sandbox, living).equals("0"));
        sandbox.endProcesses();
        for (int look = 0; look < 5; look++) {
          assertThat(shell(sandbox, living)).isEqualTo("0");
        }
      }
    }
  }

  /// Other processes inside can kill those that do the file operations.
  @Test
  @Essential
  default void work_on_files_that_somebody_inside_ends_is_a_failure_and_no_short_answer()
      throws Exception {
    requires(Feature.BACKGROUND);
    try (Sandbox sandbox = sandbox()) {
      shell(sandbox, "mkdir many && cd many && seq 4000 | xargs touch");
      byte[] bytes = new byte[3 << 20];
      sandbox.files().write("long", bytes);
      RunningCommand killer = sandbox.start(Command.shell(KILLER), OutputListener.silent());
      int listings = 0;
      int parts = 0;
      for (int tries = 0; tries < 2000 && (listings < 5 || parts < 5); tries++) {
        listings += ended(() -> sandbox.files().glob("many", "**", 5000).size(), 4000);
        parts += ended(() -> whole(sandbox, 1, bytes.length), bytes.length - 1);
      }
      assertThat(Math.min(listings, parts)).isGreaterThanOrEqualTo(5);
      if (engine().capabilities().has(Feature.PROCESS_END)) {
        sandbox.endProcesses();
        assertThat(killer.await().outcome().succeeded()).isFalse();
        assertThat(sandbox.files().glob("many", "**", 5000)).hasSize(4000);
      }
    }
  }

  /// Kills programs that work on files, and the child process that the agent forked for them: it
  /// has the agent's name and no children.
  String KILLER =
      "read first </proc/1/comm; while :; do for p in /proc/[2-9] /proc/[1-9][0-9]*; do read n <$p/comm || continue; case $n in find | head | tail) kill -9 ${p#/proc/} ;;"
          + " $first) c=; read c <$p/task/${p#/proc/}/children; [ \"$c\" ] || kill -9 ${p#/proc/} ;; esac; done; done 2>/dev/null";

  /// Returns 1 if the work was ended, else 0; any other result fails.
  private static int ended(Callable<Integer> work, int whole) throws Exception {
    try {
      assertThat(work.call()).isEqualTo(whole);
      return 0;
    } catch (AssayException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.SANDBOX_FAILED);
      return 1;
    }
  }

  private static int whole(Sandbox sandbox, long offset, long length) throws IOException {
    try (InputStream content = sandbox.files().open("long", offset, length)) {
      return content.readAllBytes().length;
    }
  }
}
