package dev.assay.sandbox.local;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/// Programs of the system that the engine starts.
public final class MachinePrograms {
  private MachinePrograms() {}

  /// On the path, or where distributions put it: a service may have been given another path.
  public static Optional<Path> find(String name) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.concat(
            Stream.of(path.split(File.pathSeparator, -1)),
            Stream.of("/usr/bin", "/bin", "/usr/sbin"))
        .filter(folder -> folder.startsWith("/"))
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
