package dev.assay.sandbox.local;

import dev.assay.skill.sandbox.SandboxImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Checks what a setting chooses as base, before anything is started.
public final class BaseCheck {
  private BaseCheck() {}

  public static Optional<String> findObstacle(Path storage, String choice) {
    return switch (choice) {
      case SandboxImage.HOST ->
          BaseSource.hasPython(Path.of("/"))
              ? Optional.empty()
              : Optional.of(
                  "This machine has no /usr/bin/python3, which skills need on the base host."
                      + " Install it: apt-get install python3 python3-venv");
      case SandboxImage.DEBIAN ->
          isBuilt(storage)
              ? Optional.empty()
              : Optional.of("The base debian is not built yet. Run `assay images build`.");
      default -> findObstacle(storage, new BaseSource(Path.of(choice)));
    };
  }

  private static boolean isBuilt(Path storage) {
    return Files.isDirectory(storage.resolve("bases").resolve(SandboxImage.DEBIAN))
        || Files.isDirectory(Bases.folder(storage, SandboxImage.DEBIAN));
  }

  private static Optional<String> findObstacle(Path storage, BaseSource source) {
    if (ImportedBases.find(storage, source).isPresent()) {
      return Optional.empty();
    }
    return source
        .findObstacle(storage)
        .map(
            obstacle ->
                "assay.sandbox.base is %s, which %s. Name a folder or tar archive with a whole system, with /bin/sh and python3, or host or debian."
                    .formatted(source.path(), obstacle));
  }
}
