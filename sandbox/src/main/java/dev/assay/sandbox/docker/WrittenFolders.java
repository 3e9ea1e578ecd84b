package dev.assay.sandbox.docker;

import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.SandboxFailure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Where on this machine the daemon keeps what a container writes.
final class WrittenFolders {
  /// The storage driver that keeps it apart from what the container started from, by the names that
  /// daemons have for it.
  private static final Set<String> DRIVERS = Set.of("overlay2", "overlay");

  private WrittenFolders() {}

  static boolean areKnownOf(String driver) {
    return DRIVERS.contains(driver);
  }

  /// @param container as the daemon describes it
  static List<Path> of(JsonNode container) {
    List<Path> found = new ArrayList<>();
    String upper = container.path("GraphDriver").path("Data").path("UpperDir").asString("");
    if (upper.isEmpty()) {
      throw new SandboxFailure(
          ErrorCode.SANDBOX_FAILED,
          "The daemon does not say where it keeps what the container writes, so its limits cannot be watched.");
    }
    found.add(Path.of(upper));
    for (JsonNode mount : container.path("Mounts")) {
      if (mount.path("Type").asString("").equals("volume")) {
        found.add(Path.of(mount.path("Source").asString()));
      }
    }
    return found;
  }
}
