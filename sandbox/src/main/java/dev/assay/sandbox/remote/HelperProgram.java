package dev.assay.sandbox.remote;

import dev.assay.sandbox.agent.HelperContent;
import dev.assay.skill.Architecture;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.SandboxFailure;
import java.util.Locale;

/// The helper as it is sent into a sandbox: one static program.
public final class HelperProgram {
  public static final String FOLDER = "/tmp/.assay";

  private final HelperContent content;

  private HelperProgram(HelperContent content) {
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
    return new HelperProgram(
        HelperContent.find(architecture)
            .orElseThrow(
                () ->
                    new SandboxFailure(
                        ErrorCode.SANDBOX_UNAVAILABLE,
                        "The provider's sandbox runs on %s, and this build has no helper for it. Build it with -Dnative.architectures=all."
                            .formatted(architecture.word()))));
  }

  /// Where it lies inside, under the name of its content.
  public String path() {
    return FOLDER + "/" + name();
  }

  public byte[] content() {
    return content.bytes();
  }

  public String name() {
    return "helper-" + content.name();
  }
}
