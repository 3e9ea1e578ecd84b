package dev.assay.sandbox.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.sandbox.FileLeases;
import dev.assay.sandbox.Reaper;
import dev.assay.sandbox.SandboxEngines;
import dev.assay.sandbox.settings.LocalSandboxes;
import dev.assay.sandbox.settings.LocalSettings;
import dev.assay.skill.sandbox.Capabilities.Feature;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.Network;
import dev.assay.skill.sandbox.OutputListener;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxFailure;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxRef;
import dev.assay.skill.sandbox.SandboxSpec;
import dev.assay.skill.sandbox.lease.Lease;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What is left of an owner that was killed, and that it goes.
class LeftoversStoryTest {
  private static final int KILLED_STARTS = 40;

  /// An owner of three sandboxes with work in them, to be killed.
  static final class Owner {
    private Owner() {}

    public static void main(String[] arguments) throws InterruptedException {
      Path home = Path.of(arguments[0]);
      String seconds = arguments[1];
      FileLeases leases = new FileLeases(home.resolve("leases"));
      LocalSandboxes engine =
          SandboxEngines.local(LocalSettings.in(home.resolve("sandboxes")), leases);
      for (int number = 0; number < 3; number++) {
        SandboxSpec spec = SandboxSpec.of(SandboxImage.of("host"), "owner");
        boolean open = number == 0 && engine.capabilities().has(Feature.OPEN_NETWORK);
        Sandbox sandbox = engine.create(open ? spec.withNetwork(Network.open()) : spec);
        sandbox.run(
            Command.shell("setsid sleep " + seconds + " >/dev/null 2>&1 & mkdir -m 000 closed"));
        sandbox.start(Command.of("sleep", seconds), OutputListener.silent());
      }
      System.out.println("ready");
      new CountDownLatch(1).await();
    }
  }

  private static long processes(String word) {
    return ProcessHandle.allProcesses().filter(process -> command(process).contains(word)).count();
  }

  @Test
  void a_helper_that_is_killed_at_any_moment_of_its_start_leaves_no_process() throws Exception {
    Path home = TestHome.create("killed-starts");
    try (FileLeases leases = new FileLeases(home.resolve("leases"));
        LocalSandboxes engine =
            SandboxEngines.local(LocalSettings.in(home.resolve("sandboxes")), leases)) {
      for (int round = 0; round < KILLED_STARTS; round++) {
        Thread start = Thread.ofVirtual().start(() -> create(engine));
        LockSupport.parkNanos(round * 500_000L);
        ProcessHandle.current()
            .children()
            .filter(helper -> command(helper).contains(home + "/"))
            .filter(helper -> command(helper).contains(" run "))
            .forEach(ProcessHandle::destroyForcibly);
        start.join();
      }
    }
    await().untilAsserted(() -> assertThat(processes(home + "/")).isZero());
    TestHome.assertNothingLeft(home);
    assertNoMountsOf(home);
  }

  /// As far as it comes.
  private static void create(LocalSandboxes engine) {
    try (Sandbox _ = engine.create(SandboxSpec.of(SandboxImage.of("host"), "killed"))) {
      Thread.yield();
    } catch (SandboxFailure e) {
      assertThat(e).hasMessageNotContaining("null");
    }
  }

  private static String command(ProcessHandle process) {
    return process.info().commandLine().orElse("");
  }

  @Test
  void nothing_is_left_of_a_killed_owner_once_the_next_has_swept() throws Exception {
    Path home = TestHome.create("leftovers");
    String seconds =
        Long.toString(1_000_000 + ProcessHandle.current().pid()); // ours and nobody else's
    Process owner =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                Owner.class.getName(),
                home.toString(),
                seconds)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      assertThat(new String(owner.getInputStream().readNBytes(5), StandardCharsets.UTF_8))
          .isEqualTo("ready");
      await().untilAsserted(() -> assertThat(processes("sleep " + seconds)).isEqualTo(6));

      try (FileLeases leases = new FileLeases(home.resolve("leases"));
          LocalSandboxes engine =
              SandboxEngines.local(LocalSettings.in(home.resolve("sandboxes")), leases)) {
        Reaper reaper = new Reaper(leases, Map.of(engine.name(), engine::remove));
        assertThat(reaper.sweep().removed()).describedAs("the owner lives").isEmpty();

        Lease halted = leases.list().getFirst();
        ControlGroup group = ControlGroups.detect().find(halted.id());
        assertThat(group.freezer().isEmpty() || group.freeze()).isTrue(); // as in a snapshot
        owner.destroyForcibly().waitFor();
        await().untilAsserted(() -> assertThat(processes("sleep " + seconds)).isZero());
        await().untilAsserted(() -> assertThat(processes(home + "/")).isZero());
        Reaper.Sweep sweep = reaper.sweep();
        assertThat(sweep.failed()).isEmpty();
        assertThat(sweep.removed()).hasSize(3);
        for (String id : sweep.removed()) {
          assertThat(processes(id)).isZero();
          for (Path parent : ControlGroups.detect().parents()) {
            assertThat(parent.resolve("assay-" + id)).doesNotExist();
          }
        }
        assertThat(reaper.sweep().removed()).isEmpty();
      }
    } finally {
      owner.destroyForcibly();
    }
    TestHome.assertNothingLeft(home);
    assertNoMountsOf(home);
  }

  private static void assertNoMountsOf(Path home) throws IOException {
    try (Stream<String> mounts = Files.lines(Path.of("/proc/self/mounts"))) {
      assertThat(mounts).noneMatch(line -> line.contains(home.toString()));
    }
  }

  @Test
  void a_helper_that_outlived_everything_is_found_and_killed() throws Exception {
    Path home = TestHome.create("stray");
    try (FileLeases leases = new FileLeases(home.resolve("leases"));
        LocalSandboxes engine =
            SandboxEngines.local(LocalSettings.in(home.resolve("sandboxes")), leases)) {
      engine.create(SandboxSpec.of(SandboxImage.of("host"), "x")).destroy();
      await().untilAsserted(() -> assertThat(processes(home + "/")).as("it waits").isOne());
      Sandbox sandbox = engine.create(SandboxSpec.of(SandboxImage.of("host"), "x"));
      assertThat(processes("run " + sandbox.id())).as("it has the id").isOne();
      sandbox.start(Command.of("sleep", "4741"), OutputListener.silent());
      engine.remove(new SandboxRef(sandbox.id(), ""));
      assertThat(processes("run " + sandbox.id())).isZero();
      assertThat(home.resolve("sandboxes/live").resolve(sandbox.id())).doesNotExist();
      engine.remove(new SandboxRef(sandbox.id(), ""));
    }
  }
}
