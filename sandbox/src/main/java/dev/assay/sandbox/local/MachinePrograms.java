package dev.assay.sandbox.local;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/// Programs of the system that the engine starts.
public final class MachinePrograms {
  private MachinePrograms() {}

  /// Finds a program on the path, or where distributions install it: a service may have another
  /// path.
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
