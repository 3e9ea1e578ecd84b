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
import dev.assay.validation.dependency.PackageReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/// A skill leaves a process behind that ends whoever looks at its files. Then nothing was seen,
/// which must not look as if nothing were there.
class EndedFileWorkStoryTest {
  /// Ends every process of the agent's but the one that leads this one.
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

  @Test
  void looks_that_a_process_inside_ends_are_no_empty_lists() throws IOException {
    Path parent = Files.createDirectories(Path.of("target", "sandbox-homes").toAbsolutePath());
    Path home = Files.createTempDirectory(parent, "ended");
    try (FileLeases leases = new FileLeases(home.resolve("leases"));
        LocalSandboxes engine =
            SandboxEngines.local(LocalSettings.in(home.resolve("sandboxes")), leases);
        Sandbox sandbox = engine.create(SandboxSpec.of(SandboxImage.of("host"), "ended"))) {
      Surroundings before = Surroundings.of(sandbox.files());
      assertThat(before.whole()).isTrue();
      RunningCommand killer =
          sandbox.start(Command.of("python3", "-c", KILLER), OutputListener.silent());
      assertEnded(() -> Surroundings.of(sandbox.files()));
      assertEnded(() -> PackageReader.read(sandbox));
      killer.kill();
      killer.await();
      assertThat(Surroundings.of(sandbox.files())).isEqualTo(before);
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
