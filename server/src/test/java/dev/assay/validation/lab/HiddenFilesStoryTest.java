package dev.assay.validation.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.assay.sandbox.FileLeases;
import dev.assay.sandbox.SandboxEngines;
import dev.assay.sandbox.settings.LocalSandboxes;
import dev.assay.sandbox.settings.LocalSettings;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.FileWorkEnded;
import dev.assay.skill.sandbox.OutputListener;
import dev.assay.skill.sandbox.RunningCommand;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxSpec;
import dev.assay.skill.task.Task;
import dev.assay.validation.dependency.PackageReader;
import dev.assay.validation.harm.Surroundings;
import dev.assay.validation.harm.Traces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/// A skill hides its files from the check: by a leftover process that kills the reader, or by a
/// closed folder. A failed check must not look like a check without findings.
class HiddenFilesStoryTest {
  /// Code that ends every process of the agent except the one that leads this one.
  private static final String KILLER =
      """
      import os
      def parent(process):
          return int(open(f'/proc/{process}/stat').read().rsplit(')', 1)[1].split()[1])
      leader = os.getppid()
      agent = parent(leader)
      while True:
          for process in os.listdir('/proc'):
              try:
                  if process.isdigit() and int(process) != leader and parent(process) == agent:
                      os.kill(int(process), 9)
              except OSError:
                  pass
      """;

  private final Task task =
      new Task("task-1", "Add it up.", List.of(), Optional.empty(), List.of(), List.of());
  private final Path home;

  HiddenFilesStoryTest() throws IOException {
    Path parent = Files.createDirectories(Path.of("target", "sandbox-homes").toAbsolutePath());
    home = Files.createTempDirectory(parent, "ended");
  }

  @Test
  void looks_that_a_process_inside_ends_are_no_empty_lists() throws IOException {
    try (FileLeases leases = new FileLeases(home.resolve("leases"));
        LocalSandboxes engine =
            SandboxEngines.local(LocalSettings.in(home.resolve("sandboxes")), leases);
        Sandbox sandbox = engine.create(SandboxSpec.of(SandboxImage.of("host"), "ended"))) {
      Surroundings before = Surroundings.of(sandbox);
      assertThat(before.closed()).isEmpty();
      RunningCommand killer =
          sandbox.start(Command.of("python3", "-c", KILLER), OutputListener.silent());
      assertEnded(() -> before.again(sandbox.files()));
      assertEnded(() -> PackageReader.read(sandbox));
      sandbox.endProcesses();
      for (int times = 0; times < 20; times++) {
        Surroundings after = before.again(sandbox.files());
        assertThat(Traces.between(before, after, task, sandbox.files()))
            .isEqualTo(new Traces(List.of(), List.of()));
      }
      assertThat(killer.await().outcome().succeeded()).isFalse();
    }
  }

  @Test
  void a_closed_folder_does_not_hide_what_takes_effect_by_itself() throws IOException {
    try (FileLeases leases = new FileLeases(home.resolve("leases"));
        LocalSandboxes engine =
            SandboxEngines.local(LocalSettings.in(home.resolve("sandboxes")), leases);
        Sandbox sandbox = engine.create(SandboxSpec.of(SandboxImage.of("host"), "closed"))) {
      Surroundings before = Surroundings.of(sandbox);
      sandbox.run(Command.shell("echo evil >>~/.bashrc; mkdir -p ~/x; chmod 0 ~/x"));
      Surroundings after = before.again(sandbox.files());
      assertThat(Traces.between(before, after, task, sandbox.files()).harm()).isNotEmpty();
    }
  }

  private static void assertEnded(ThrowingCallable look) {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    await()
        .until(
            () -> {
              failure.set(catchThrowable(look));
              return failure.get() != null;
            });
    assertThat(failure.get()).isInstanceOf(FileWorkEnded.class).hasMessageContaining("ended");
  }
}
