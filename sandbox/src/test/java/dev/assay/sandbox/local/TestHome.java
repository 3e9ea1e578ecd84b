package dev.assay.sandbox.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;

/// A home for one test class, closed to everybody else as a real one may be.
final class TestHome {
  private TestHome() {}

  static Path create(String name) throws IOException {
    Path parent = Files.createDirectories(Path.of("target", "sandbox-homes").toAbsolutePath());
    Path home = Files.createTempDirectory(parent, name);
    Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwx------"));
    Files.createDirectory(home.resolve("scratch"));
    return home;
  }

  /// After an engine was closed: no folder, no lease, no process. Then the home goes too.
  static void assertNothingLeft(Path home) throws IOException {
    for (String folder :
        List.of("sandboxes/live", "sandboxes/watched", "sandboxes/uses", "leases/open")) {
      try (Stream<Path> left = Files.list(home.resolve(folder))) {
        assertThat(left).describedAs(folder).isEmpty();
      }
    }
    assertThat(ProcessHandle.allProcesses().map(p -> p.info().commandLine().orElse("")))
        .noneMatch(line -> line.contains(home.toString()));
    NativeProgram.ask(List.of("chmod", "-R", "u+rwX", home.toString()));
    NativeProgram.ask(List.of("rm", "-rf", home.toString()));
  }
}
