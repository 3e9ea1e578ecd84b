package dev.assay.sandbox.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.sandbox.FileLeases;
import dev.assay.sandbox.SandboxEngines;
import dev.assay.sandbox.settings.LocalSandboxes;
import dev.assay.sandbox.settings.LocalSettings;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Limit;
import dev.assay.skill.sandbox.Mount;
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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Every trap we know of is closed.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SandboxSecurityStoryTest {
  private Path home = Path.of("");
  private FileLeases leases;
  private LocalSandboxes engine;

  @BeforeAll
  void start() throws IOException, InterruptedException {
    home = TestHome.create("security");
    leases = new FileLeases(home.resolve("leases"));
    engine = SandboxEngines.local(LocalSettings.in(home.resolve("sandboxes")), leases);
    compileTrap();
  }

  @AfterAll
  void stop() throws IOException {
    engine.close();
    leases.close();
    TestHome.assertNothingLeft(home);
  }

  private void compileTrap() throws IOException, InterruptedException {
    Path source = home.resolve("trap.c");
    try (InputStream in = getClass().getResourceAsStream("trap.c")) {
      Files.copy(in, source);
    }
    Path folder = Files.createDirectory(home.resolve("tools"));
    Process compiler =
        new ProcessBuilder(
                "cc", "-static", "-o", folder.resolve("trap").toString(), source.toString())
            .inheritIO()
            .start();
    assertThat(compiler.waitFor()).isZero();
  }

  private SandboxSpec spec() {
    return SandboxSpec.of(SandboxImage.of("host"), "security")
        .withMount(new Mount(home.resolve("tools"), "/tools", Mount.Access.READ_ONLY));
  }

  private static String shell(Sandbox sandbox, String line) {
    CommandResult result = sandbox.run(Command.shell(line));
    return result.stdout().text() + result.stderr().text();
  }

  @Test
  void no_way_around_the_walls_is_open() {
    Map<String, String> traps = new TreeMap<>();
    try (Sandbox sandbox = engine.create(spec())) {
      CommandResult result = sandbox.run(Command.of("/tools/trap"));
      assertThat(result.succeeded())
          .describedAs("%s %s", result.outcome(), result.stderr())
          .isTrue();
      result
          .stdout()
          .text()
          .lines()
          .map(line -> line.split(" ", 2))
          .forEach(w -> traps.put(w[0], w[1]));
    }
    assertThat(traps).hasSizeGreaterThan(30);
    assertThat(traps)
        .allSatisfy((name, answer) -> assertThat(answer).describedAs(name).startsWith("closed"));
    assertThat(traps).containsEntry("vsock", "closed 97").containsEntry("io_uring", "closed 38");
    assertThat(traps)
        .allSatisfy(
            (name, answer) -> {
              if (name.startsWith("pair-") || name.startsWith("socket-")) {
                assertThat(answer).describedAs(name).isEqualTo("closed 97");
              }
            });
  }

  @Test
  void a_process_inside_has_no_capabilities_and_cannot_get_any() {
    try (Sandbox sandbox = engine.create(spec())) {
      String status = shell(sandbox, "cat /proc/self/status");
      for (String set : List.of("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")) {
        assertThat(status).contains(set + ":\t0000000000000000");
      }
      assertThat(status).contains("NoNewPrivs:\t1").contains("Seccomp:\t2");
      assertThat(
              shell(
                  sandbox, "find / -xdev -perm -4000 -exec true {} \\; 2>/dev/null; su -c id 2>&1"))
          .doesNotContain("uid=0");
    }
  }

  @Test
  void outside_a_sandbox_has_an_ordinary_uid_even_for_root() throws IOException {
    try (Sandbox sandbox = engine.create(spec())) {
      RunningCommand running = sandbox.start(Command.of("sleep", "4730"), OutputListener.silent());
      assertThat(shell(sandbox, "sleep 0.2; id -u")).contains("1000");
      List<ProcessHandle> sleepers =
          ProcessHandle.allProcesses()
              .filter(p -> p.info().commandLine().orElse("").endsWith("sleep 4730"))
              .toList();
      assertThat(sleepers).isNotEmpty();
      for (ProcessHandle sleeper : sleepers) {
        String status = Files.readString(Path.of("/proc", Long.toString(sleeper.pid()), "status"));
        assertThat(status).doesNotContain("Uid:\t0\t");
      }
      running.kill();
    }
  }

  @Test
  void the_host_s_files_cannot_be_changed_or_remounted() {
    try (Sandbox sandbox = engine.create(spec())) {
      shell(
          sandbox,
          "echo x > /usr/planted; echo x > /etc/planted; echo x >> /etc/hostname; rm -f /usr/bin/true; mount -o remount,bind,rw / 2>&1");
      assertThat(shell(sandbox, "cat /usr/planted")).isEqualTo("x\n");
    }
    assertThat(Path.of("/usr/planted")).doesNotExist();
    assertThat(Path.of("/etc/planted")).doesNotExist();
    assertThat(Path.of("/usr/bin/true")).exists();
  }

  @Test
  void homes_secrets_and_the_storage_are_not_to_be_seen() throws IOException {
    Files.writeString(home.resolve("scratch/secret"), "hunter2");
    try (Sandbox sandbox = engine.create(spec())) {
      assertThat(shell(sandbox, "cat '" + home.resolve("scratch/secret") + "'"))
          .doesNotContain("hunter2");
      assertThat(shell(sandbox, "ls -A /root /home/agent | grep -v :")).isBlank();
      assertThat(shell(sandbox, "cat /etc/shadow")).contains("denied");
      assertThat(shell(sandbox, "ls '" + home + "' 2>&1; ls -d /tmp/s /tmp/w 2>&1"))
          .doesNotContain("sandboxes")
          .doesNotContain("\n/tmp/s");
      assertThat(shell(sandbox, "cat /proc/mounts")).doesNotContain(home.toString());
    }
  }

  @Test
  void a_home_inside_a_visible_folder_is_hidden() throws IOException {
    assumeTrue(Files.isWritable(Path.of("/var/lib")), "only root writes to /var/lib");
    Path secret = Files.createTempDirectory(Path.of("/var/lib"), "assay-test");
    try (FileLeases own = new FileLeases(secret.resolve("leases"));
        LocalSandboxes other =
            SandboxEngines.local(
                LocalSettings.in(secret.resolve("sandboxes")).hiding(secret), own)) {
      secret.toFile().setExecutable(true, false);
      secret.toFile().setReadable(true, false);
      Files.writeString(secret.resolve("password"), "hunter2");
      try (Sandbox sandbox = other.create(SandboxSpec.of(SandboxImage.of("host"), "x"))) {
        assertThat(shell(sandbox, "ls -A " + secret + "; cat " + secret + "/password 2>&1"))
            .doesNotContain("hunter2")
            .doesNotContain("leases");
      }
    } finally {
      NativeProgram.ask(List.of("rm", "-rf", secret.toString()));
    }
  }

  @Test
  void the_host_s_credentials_for_package_indexes_are_hidden() {
    Set<Path> secrets = ToolSecrets.find(Path.of("/"));
    assumeTrue(!secrets.isEmpty(), "this machine has no such files");
    try (Sandbox sandbox = engine.create(spec())) {
      for (Path secret : secrets) {
        assertThat(shell(sandbox, "find -L '" + secret + "' -type f 2>/dev/null | wc -l").strip())
            .describedAs("%s", secret)
            .isEqualTo("0");
      }
    }
  }

  @Test
  void one_sandbox_cannot_reach_another_s_processes_files_or_network() {
    try (Sandbox one = engine.create(spec());
        Sandbox two = engine.create(spec())) {
      RunningCommand server =
          one.start(
              Command.shell("echo secret-of-one > /tmp/s1; exec sleep 4731"),
              OutputListener.silent());
      assertThat(
              shell(
                  two,
                  "ls /tmp /workspace; ls /proc | grep -c '^[0-9]'; cat /proc/*/cmdline | tr '\\0' ' '"))
          .doesNotContain("s1")
          .doesNotContain("4731");
      assertThat(two.run(Command.of("bash", "-c", "exec 3<>/dev/tcp/10.66.0.2/22")).succeeded())
          .isFalse();
      server.kill();
    }
  }

  @Test
  void a_static_binary_is_recorded_like_any_other() {
    try (Sandbox sandbox = engine.create(spec())) {
      assertThat(sandbox.run(Command.of("/tools/trap", "203.0.113.50")).outcome())
          .isEqualTo(new Outcome.Exited(111));
      assertThat(sandbox.network().attempted()).containsExactly("203.0.113.50:4343");
    }
  }

  @Test
  void a_program_that_imitates_our_marks_is_recorded_as_an_attempt() {
    try (Sandbox sandbox = engine.create(spec())) {
      shell(
          sandbox,
          "bash -c 'printf \"assay-mark 0123456789abcdef0123456789abcdef\" > /dev/udp/192.0.2.1/9'");
      assertThat(sandbox.network().attempted()).containsExactly("192.0.2.1:9");
    }
  }

  @Test
  void the_host_starts_processes_under_bombs() throws Exception {
    SandboxSpec bounded =
        spec()
            .withLimit(Limit.PROCESSES, 100)
            .withLimit(Limit.MEMORY, 128 << 20)
            .withLimit(Limit.DISK, 100 << 20);
    try (Sandbox sandbox = engine.create(bounded)) {
      RunningCommand bomb =
          sandbox.start(
              Command.of("bash", "-c", "f() { f | f & }; f; while :; do f; done")
                  .withTimeout(Duration.ofSeconds(3))
                  .withOutputLimit(100),
              OutputListener.silent());
      for (int tries = 0; tries < 10; tries++) {
        assertThat(new ProcessBuilder("true").start().waitFor()).isZero();
      }
      assertThat(bomb.await().succeeded()).isFalse();
    }
  }

  @Test
  void running_into_the_process_limit_is_told_where_the_kernel_counts() {
    assumeTrue(
        ControlGroups.detect().limits().contains(Limit.PROCESSES),
        "no control group counts processes");
    try (Sandbox sandbox = engine.create(spec().withLimit(Limit.PROCESSES, 20))) {
      CommandResult result =
          sandbox.run(
              Command.shell("i=0; while [ $i -lt 50 ]; do sleep 5 & i=$((i+1)); done")
                  .withTimeout(Duration.ofSeconds(20)));
      assertThat(result.outcome()).isEqualTo(new Outcome.LimitExceeded(Limit.PROCESSES));
    }
  }
}
