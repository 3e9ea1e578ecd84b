package dev.assay.cli.sandbox;

import dev.assay.cli.connection.Connection;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.skill.sandbox.SandboxFailure;
import dev.assay.skill.sandbox.SandboxImage;
import java.io.PrintStream;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A runtime image of a server. Its layers are on this home.
record NumberedImage(String version, String server, SandboxImage image) {
  static boolean isOne(String name) {
    return name.matches("v1\\.[0-9]+");
  }

  /// Asks the server for the layers of the image.
  static NumberedImage ask(String version, Map<String, String> environment) {
    PrintStream out = System.out;
    try (Connection connection =
        Connection.open(Optional.empty(), environment, Connection.Absence.START_PRIVATE)) {
      JsonNode answer = connection.get("/api/admin/images/" + version);
      return new NumberedImage(
          version,
          connection.url().toString(),
          JsonMapper.builder().build().treeToValue(answer.path("image"), SandboxImage.class));
    } finally {
      System.setOut(out); // a private server replaces it
    }
  }

  void requireHere(SandboxEngine engine) {
    try {
      long _ = engine.size(image);
    } catch (SandboxFailure e) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST,
          "The layers of %s are on the home of the server at %s, not on this one. Run the command there."
              .formatted(version, server),
          e);
    }
  }
}
