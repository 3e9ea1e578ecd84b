package dev.assay.sandbox.local;

import dev.assay.skill.sandbox.SandboxFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Asks the helper what the kernel grants.
public final class KernelProbe {
  private KernelProbe() {}

  /// Without a storage, for whoever only wants to know.
  public static Map<String, String> ask() {
    try {
      Path folder = Files.createTempDirectory("assay-probe");
      try {
        return answers(NativeProgram.unpack(folder).ask("probe").lines());
      } finally {
        NativeProgram.Answer _ = NativeProgram.ask(List.of("rm", "-rf", folder.toString()));
      }
    } catch (IOException | SandboxFailure e) {
      return Map.of();
    }
  }

  static Map<String, String> answers(List<String> lines) {
    Map<String, String> answers = new HashMap<>();
    for (String line : lines) {
      int space = line.indexOf(' ');
      if (space > 0) {
        answers.put(line.substring(0, space), line.substring(space + 1));
      }
    }
    return answers;
  }
}
