package dev.assay.sandbox.remote;

import dev.assay.skill.Architecture;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.SandboxFailure;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;

/// The helper as it is sent into a sandbox: one static program.
public final class HelperProgram {
  public static final String FOLDER = "/tmp/.assay";

  private final String path;
  private final byte[] content;

  private HelperProgram(String path, byte[] content) {
    this.path = path;
    this.content = content;
  }

  /// @param machine what `uname -m` says inside
  public static HelperProgram forMachine(String machine) {
    Architecture architecture =
        switch (machine.strip().toLowerCase(Locale.ROOT)) {
          case "x86_64", "amd64" -> Architecture.AMD64;
          case "aarch64", "arm64" -> Architecture.ARM64;
          default ->
              throw new SandboxFailure(
                  ErrorCode.SANDBOX_UNAVAILABLE,
                  "The provider's sandbox runs on '%s'; x86_64 and aarch64 are known."
                      .formatted(machine.strip()));
        };
    String resource = "/dev/assay/native/linux-" + architecture.word() + "/assay-helper";
    try (InputStream stream = HelperProgram.class.getResourceAsStream(resource)) {
      if (stream == null) {
        throw new SandboxFailure(
            ErrorCode.SANDBOX_UNAVAILABLE,
            "The provider's sandbox runs on %s, and this build has no helper for it. Build it with -Dnative.architectures=all."
                .formatted(architecture.word()));
      }
      byte[] content = stream.readAllBytes();
      return new HelperProgram(
          FOLDER + "/helper-" + Digest.of(content).hex().substring(0, 12), content);
    } catch (IOException e) {
      throw new SandboxFailure(
          ErrorCode.SANDBOX_UNAVAILABLE, "The sandbox helper cannot be read: " + e, e);
    }
  }

  /// Where it lies inside, under the name of its content.
  public String path() {
    return path;
  }

  public byte[] content() {
    return content.clone();
  }

  public String name() {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
