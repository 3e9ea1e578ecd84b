package dev.assay;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// The machine's `tar`: it keeps the links, modes and attributes that layers of images consist of.
final class Tar {
  private Tar() {}

  static void run(List<String> words) throws IOException {
    List<String> command =
        new ArrayList<>(List.of("tar", "--xattrs", "--xattrs-include=*", "--numeric-owner"));
    command.addAll(words);
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IOException("tar failed: " + output.strip());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted while tar worked.", e);
    }
  }
}
