package dev.assay.sandbox.remote;

import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.SandboxFailure;
import dev.assay.skill.sandbox.SandboxSpec;
import dev.assay.skill.sandbox.UsualVariables;
import java.util.List;
import java.util.Map;

/// What a sandbox of a provider is like inside.
///
/// @param present names in the helper's folder
public record ProviderSystem(String machine, String user, String home, List<String> present) {
  private static final String WRITABLE = "workspace-is-writable";

  /// Asks for it; the same in a shell and where a line is only split into words.
  public static final String QUESTION =
      "uname -m; id -un; echo $HOME; mkdir -p %s; test -w %s && echo %s; ls %s"
          .formatted(
              Command.DEFAULT_FOLDER, Command.DEFAULT_FOLDER, WRITABLE, HelperProgram.FOLDER);

  /// @throws SandboxFailure if skills cannot work there
  public static ProviderSystem read(String answer) {
    List<String> lines = answer.lines().toList();
    if (lines.size() < 3) {
      throw new SandboxFailure(
          ErrorCode.SANDBOX_FAILED, "The provider's sandbox has no usable shell.");
    }
    if (!lines.contains(WRITABLE)) {
      throw new SandboxFailure(
          ErrorCode.SANDBOX_UNAVAILABLE,
          "The user %s of the provider's sandbox cannot write to %s. Make that folder in the base that sandboxes start from and give it to that user."
              .formatted(lines.get(1), Command.DEFAULT_FOLDER));
    }
    return new ProviderSystem(
        lines.get(0), lines.get(1), lines.get(2), lines.subList(3, lines.size()));
  }

  public Map<String, String> variables(SandboxSpec spec) {
    return UsualVariables.of(spec, user, home.isEmpty() ? "/tmp" : home);
  }
}
