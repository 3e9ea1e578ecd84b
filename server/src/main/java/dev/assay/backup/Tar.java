package dev.assay.backup;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Runs the machine's `tar`, which keeps the links, modes and attributes in the layers of images.
final class Tar {
  /// The exit code of `tar` if it succeeded but files changed while it read them.
  private static final int CHANGED = 1;

  private Tar() {}

  static void run(List<String> words) throws IOException {
    run(words, "");
  }

  /// @param restless a folder whose files may change or vanish while they are read; empty for none
  static void run(List<String> words, String restless) throws IOException {
    List<String> command =
        new ArrayList<>(List.of("tar", "--xattrs", "--xattrs-include=*", "--numeric-owner"));
    command.addAll(words);
    try {
      ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
      builder.environment().put("LC_ALL", "C");
      Process process = builder.start();
      process.getOutputStream().close();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int code = process.waitFor();
      boolean changed =
          code == CHANGED
              && !restless.isEmpty()
              && output.lines().allMatch(line -> line.startsWith("tar: " + restless + "/"));
      if (code != 0 && !changed) {
        throw new IOException("tar failed: " + output.strip());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted while tar worked.", e);
    }
  }
}
