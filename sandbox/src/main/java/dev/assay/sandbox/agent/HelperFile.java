package dev.assay.sandbox.agent;

import dev.assay.skill.Architecture;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.SandboxFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/// The helper as a file, unpacked from the resources under the name of its content.
public final class HelperFile {
  private static final int ATTEMPTS = 100;

  private HelperFile() {}

  public static Path unpack(Path folder, Architecture architecture) {
    HelperContent content =
        HelperContent.find(architecture)
            .orElseThrow(
                () ->
                    new SandboxFailure(
                        ErrorCode.SANDBOX_UNAVAILABLE,
                        "This build has no sandbox helper for "
                            + architecture.word()
                            + ". Build it on such a machine, or for both with -Dnative.architectures=all."));
    Path path = folder.resolve("assay-helper-" + content.name());
    try {
      if (!Files.exists(path)) {
        Path fresh = Files.createTempFile(folder, "helper", ".new");
        Files.write(fresh, content.bytes());
        Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rwxr-xr-x"));
        if (architecture.equals(Architecture.findOwn().orElse(null))) {
          awaitNoWriter(fresh);
        }
        Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE);
      }
      return path;
    } catch (IOException e) {
      throw new SandboxFailure(
          ErrorCode.SANDBOX_UNAVAILABLE, "The sandbox helper cannot be unpacked: " + e, e);
    }
  }

  /// Linux runs no file that somebody has open for writing: a process that another thread starts at
  /// this moment has it open so until it becomes its own program. Whatever else keeps the helper
  /// from running is said by who needs it.
  private static void awaitNoWriter(Path program) {
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      try {
        new ProcessBuilder(program.toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
        return;
      } catch (IOException e) {
        if (!String.valueOf(e.getMessage()).contains("Text file busy")) {
          return;
        }
      }
    }
  }
}
