package dev.assay.sandbox.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Limit;
import dev.assay.skill.sandbox.Limits;
import dev.assay.skill.sandbox.Mount;
import dev.assay.skill.sandbox.Network;
import dev.assay.skill.sandbox.Outcome;
import dev.assay.skill.sandbox.OutputListener;
import dev.assay.skill.sandbox.RunningCommand;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxSpec;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What the author of a hostile skill would try, tried for real.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileSkillStoryTest {
  private static final long MIB = 1 << 20;

  private TestEngine engine;

  @BeforeAll
  void start() throws IOException {
    engine = TestEngine.in("hostile");
    Path source = engine.home().resolve("hoard.c");
    try (InputStream in = getClass().getResourceAsStream("hoard.c")) {
      Files.copy(in, source);
    }
    Path tools = Files.createDirectory(engine.home().resolve("tools"));
    NativeProgram.Answer compiled =
        NativeProgram.ask(
            List.of("cc", "-static", "-o", tools.resolve("hoard").toString(), source.toString()));
    assertThat(compiled.code()).describedAs("%s", compiled.lines()).isZero();
  }

  @AfterAll
  void stop() throws IOException {
    engine.close();
  }

  private static SandboxSpec spec() {
    return SandboxSpec.of(SandboxImage.of("host"), "hostile");
  }

  private static CommandResult bash(Sandbox sandbox, String line) {
    return sandbox.run(Command.of("bash", "-c", line).withTimeout(Duration.ofSeconds(60)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"table", "mapped", "sent"})
  void files_without_a_name_count_wherever_they_are_held(String way) {
    SandboxSpec small =
        spec()
            .withLimit(Limit.DISK, 20 * MIB)
            .withMount(new Mount(engine.home().resolve("tools"), "/tools", Mount.Access.READ_ONLY));
    try (Sandbox sandbox = engine.sandboxes().create(small)) {
      assertThat(bash(sandbox, "exec /tools/hoard " + way).outcome())
          .isIn(new Outcome.LimitExceeded(Limit.DISK), new Outcome.LimitExceeded(Limit.FILES));
      assertThat(bash(sandbox, "echo fine").stdout().text()).isEqualTo("fine\n");
    }
  }

  @Test
  void an_image_cannot_lead_a_mount_elsewhere() throws IOException {
    Path skills = Files.createDirectory(engine.home().resolve("skills"));
    Files.writeString(skills.resolve("SKILL.md"), "the real one");
    for (String link : List.of("/opt/fake", "../../../oldroot/tmp", "/proc/self", "fake")) {
      Sandbox installing = engine.sandboxes().create(spec());
      bash(
          installing,
          "mkdir -p /opt/fake /workspace/fake; echo forged > /opt/fake/SKILL.md; rm -rf /workspace/skills;"
              + " ln -s "
              + link
              + " /workspace/skills; ln -s /opt /srv-link");
      SandboxImage image = installing.freeze();
      SandboxSpec task =
          SandboxSpec.of(image, "hostile")
              .withMount(new Mount(skills, "/workspace/skills", Mount.Access.WATCHED))
              .withMount(new Mount(skills, "/srv-link/deep", Mount.Access.READ_ONLY));
      try (Sandbox sandbox = engine.sandboxes().create(task)) {
        assertThat(
                bash(sandbox, "cat /workspace/skills/SKILL.md /srv-link/deep/SKILL.md")
                    .stdout()
                    .text())
            .describedAs(link)
            .isEqualTo("the real onethe real one");
        assertThat(sandbox.access().opened()).containsExactly("/workspace/skills/SKILL.md");
      }
    }
  }

  @Test
  void one_sandbox_cannot_use_up_the_watches_of_the_others() throws IOException {
    Path skill = Files.createDirectory(engine.home().resolve("watched-skill"));
    Files.writeString(skill.resolve("SKILL.md"), "text");
    SandboxSpec watching = spec().withMount(new Mount(skill, "/skill", Mount.Access.WATCHED));
    try (Sandbox greedy = engine.sandboxes().create(spec())) {
      CommandResult taken =
          greedy.run(
              Command.of(
                  "perl",
                  "-e",
                  "$n++ while syscall("
                      + inotifyNumber()
                      + ", 0) >= 0; $| = 1; print $n;"
                      + " if (!fork) { close STDOUT; close STDERR; sleep 4747 }"));
      assertThat(Integer.parseInt(taken.stdout().text())).isBetween(1, 40);
      try (Sandbox other = engine.sandboxes().create(watching)) {
        bash(other, "cat /skill/SKILL.md");
        assertThat(other.access().opened()).containsExactly("/skill/SKILL.md");
      }
    }
  }

  @Test
  void all_processes_of_a_sandbox_together_cannot_open_all_files_of_the_machine() {
    // such a file has to be read in one go
    String most = NativeProgram.ask(List.of("cat", "/proc/sys/fs/file-max")).lines().getFirst();
    double machine = Double.parseDouble(most);
    try (Sandbox sandbox = engine.sandboxes().create(spec().withLimit(Limit.PROCESSES, 500))) {
      long each = Long.parseLong(bash(sandbox, "ulimit -H -n").stdout().text().strip());
      assertThat((double) each)
          .describedAs("of %s in all", machine)
          .isLessThanOrEqualTo(Math.max(1024, machine / 4 / 500));
    }
  }

  /// inotify_init1
  private static int inotifyNumber() {
    return System.getProperty("os.arch", "").equals("aarch64") ? 26 : 294;
  }

  @Test
  void a_crash_inside_never_reaches_the_host_s_program_for_cores() {
    try (Sandbox sandbox = engine.sandboxes().create(spec())) {
      String limits =
          bash(sandbox, "ulimit -c unlimited; ulimit -S -c 0; grep core /proc/self/limits")
              .stdout()
              .text();
      assertThat(limits.split(" +", -1)).containsSequence("size", "1", "1");
    }
  }

  @Test
  void memory_that_no_process_has_counts() {
    SandboxSpec small = spec().withLimit(Limit.MEMORY, 128 * MIB);
    try (Sandbox sandbox = engine.sandboxes().create(small)) {
      CommandResult result =
          sandbox.run(
              Command.of(
                  "perl",
                  "-e",
                  "$id = shmget(0, 600 << 20, 01600); die if !defined $id;"
                      + " for (0 .. 599) { shmwrite($id, 'a' x (1 << 20), $_ << 20, 1 << 20);"
                      + " select(undef, undef, undef, 0.01) }"));
      assertThat(result.outcome()).isEqualTo(new Outcome.OutOfMemory());
    }
  }

  @Test
  void who_keeps_the_proxy_busy_keeps_nobody_from_running_commands() {
    SandboxSpec listed = spec().withNetwork(Network.allowing("example.com"));
    try (Sandbox sandbox = engine.sandboxes().create(listed)) {
      RunningCommand busy =
          sandbox.start(
              Command.of(
                  "perl",
                  "-MSocket",
                  "-e",
                  "for (1 .. 3000) { socket($s[$_], PF_INET, SOCK_STREAM, 0);"
                      + " connect($s[$_], sockaddr_in(3128, INADDR_LOOPBACK)); } $| = 1; print 'full'; sleep 60"),
              OutputListener.silent());
      for (int round = 0; round < 20; round++) {
        assertThat(bash(sandbox, "true").outcome()).isEqualTo(new Outcome.Exited(0));
      }
      busy.kill();
    }
  }

  @Test
  void nobody_inside_looks_into_the_agent_s_own_work() {
    try (Sandbox sandbox = engine.sandboxes().create(spec())) {
      String seen =
          bash(
                  sandbox,
                  "for p in /proc/[0-9]*; do n=${p#/proc/}; [ $n = $$ ] && continue;"
                      + " grep -q '^/run/agent' $p/cmdline || continue; echo agent;"
                      + " ls $p/fd && echo open; head -c1 $p/environ && echo open; : < $p/mem && echo open; done")
              .stdout()
              .text();
      assertThat(seen).contains("agent").doesNotContain("open");
    }
  }

  @Test
  void bombs_of_every_kind_go_off_and_the_machine_answers() throws Exception {
    Map<String, Limits> bombs =
        Map.of(
            "f() { f | f & }; f; while :; do f; done 2>/dev/null",
            Limits.none().with(Limit.PROCESSES, 80),
            "exec perl -e 'while (1) { push @x, \"a\" x 1e7 }'",
            Limits.none().with(Limit.MEMORY, 128 * MIB),
            "i=0; while :; do head -c 3000000 /dev/zero > b$i; i=$((i+1)); done",
            Limits.none().with(Limit.DISK, 30 * MIB),
            "i=0; while :; do : > n$i; i=$((i+1)); done",
            Limits.none().with(Limit.FILES, 2000));
    List<Sandbox> sandboxes = new ArrayList<>();
    List<RunningCommand> running = new ArrayList<>();
    try (Sandbox bystander = engine.sandboxes().create(spec())) {
      bombs.forEach(
          (line, limits) -> {
            Sandbox sandbox = engine.sandboxes().create(spec().withLimits(limits));
            sandboxes.add(sandbox);
            running.add(
                sandbox.start(
                    Command.of("bash", "-c", line).withTimeout(Duration.ofSeconds(10)),
                    OutputListener.silent()));
          });
      for (int round = 0; round < 30; round++) {
        assertThat(bash(bystander, "echo $((6 * 7))").stdout().text()).isEqualTo("42\n");
        assertThat(NativeProgram.ask(List.of("true")).code()).isZero();
        try (Sandbox fresh = engine.sandboxes().create(spec())) {
          assertThat(fresh.run(Command.of("true")).succeeded()).isTrue();
        }
      }
      for (RunningCommand bomb : running) {
        assertThat(bomb.await().succeeded()).isFalse();
      }
      for (Sandbox sandbox : sandboxes) {
        sandbox.destroy();
      }
    }
    assertThat(engine.leases().list()).isEmpty();
  }

  @Test
  void every_sandbox_of_root_is_another_user() throws IOException {
    assumeTrue(EngineFolders.byRoot(), "an ordinary user is one user");
    try (Sandbox one = engine.sandboxes().create(spec());
        Sandbox other = engine.sandboxes().create(spec())) {
      assertThat(userOf(one)).isNotEqualTo(userOf(other)).isNotEqualTo(EngineFolders.SANDBOX_UID);
      bash(one, "echo x > /workspace/mine");
      assertThat(
              Files.getAttribute(
                  engine.home().resolve("sandboxes/live/" + one.id() + "/upper"), "unix:uid"))
          .isEqualTo(EngineFolders.SANDBOX_UID);
      try (Sandbox fork = engine.sandboxes().create(SandboxSpec.of(one.snapshot(), "hostile"))) {
        assertThat(bash(fork, "rm /workspace/mine && echo y > /workspace/mine").succeeded())
            .isTrue();
      }
    }
  }

  private static Object userOf(Sandbox sandbox) throws IOException {
    long helper =
        ProcessHandle.current()
            .children()
            .filter(p -> p.info().commandLine().orElse("").endsWith(" run " + sandbox.id()))
            .findFirst()
            .orElseThrow()
            .pid();
    return Files.getAttribute(Path.of("/proc", Long.toString(helper)), "unix:uid");
  }
}
