package dev.assay.sandbox.agent;

import dev.assay.skill.Architecture;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.SandboxFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// The helper as a file, unpacked from the resources under the name of its content.
public final class HelperFile {
  private static final int ATTEMPTS = 100;

  private HelperFile() {}

  public static Path unpack(Path folder, Architecture architecture) {
    String resource = "/dev/assay/native/linux-" + architecture.word() + "/assay-helper";
    try (InputStream in = HelperFile.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new SandboxFailure(
            ErrorCode.SANDBOX_UNAVAILABLE,
            "This build has no sandbox helper for "
                + architecture.word()
                + ". Build it on such a machine, or for both with -Dnative.architectures=all.");
      }
      byte[] content = in.readAllBytes();
      Path path = folder.resolve("assay-helper-" + digest(content));
      if (!Files.exists(path)) {
        Path fresh = Files.createTempFile(folder, "helper", ".new");
        Files.write(fresh, content);
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

  private static String digest(byte[] content) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(content);
      return HexFormat.of().formatHex(hash, 0, 6);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
