package dev.assay.cli.terminal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/// The number of characters in a line of the terminal.
public final class Width {
  private static final int USUAL = 80;

  private Width() {}

  public static int ofTerminal() {
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(ProcessBuilder.Redirect.INHERIT)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String said = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      stty.waitFor(1, TimeUnit.SECONDS);
      int columns = Integer.parseInt(said.strip().replaceAll("^\\d+ ", ""));
      return columns > 0 ? columns : USUAL;
    } catch (IOException | NumberFormatException e) {
      return USUAL;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return USUAL;
    }
  }
}
