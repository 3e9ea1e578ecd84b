package dev.assay.sandbox.docker;

import dev.assay.skill.Digest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.databind.JsonNode;

/// By what a daemon is known again, also by another server or after a restart.
final class DaemonIdentity {
  private static final Path MACHINE = Path.of("/etc/machine-id");

  private DaemonIdentity() {}

  /// A daemon that makes up its id anew for every answer is known by its machine and by where it
  /// keeps its containers.
  ///
  /// @param first what it says about itself
  /// @param second the same, asked once more
  static String of(JsonNode first, JsonNode second) {
    String id = first.path("ID").asString("");
    if (!id.isEmpty() && id.equals(second.path("ID").asString(""))) {
      return id;
    }
    String known =
        String.join(
            "\n",
            machine(),
            first.path("Name").asString(""),
            first.path("DockerRootDir").asString(""));
    return Digest.of(known.getBytes(StandardCharsets.UTF_8)).hex();
  }

  private static String machine() {
    try {
      return Files.readString(MACHINE).strip();
    } catch (IOException e) {
      return ""; // then its name has to do
    }
  }
}
