package dev.assay.cli.check;

import java.io.PrintStream;

/// A progress bar that redraws itself on one line of a terminal and vanishes at the end.
public final class CheckProgress {
  private static final int WIDTH = 30;
  private static final long REDRAW_NANOS = 100_000_000;

  private final PrintStream terminal;
  private final int total;
  private int done;
  private long drawn;

  public CheckProgress(PrintStream terminal, int total) {
    this.terminal = terminal;
    this.total = total;
  }

  /// Clears the line, so that other output can use it.
  public void clear() {
    terminal.print("\r\u001b[K");
    terminal.flush();
  }

  public void step(long nanoTime) {
    done++;
    if (nanoTime - drawn >= REDRAW_NANOS || done == total) {
      drawn = nanoTime;
      terminal.print("\r\u001b[K" + bar(done, total));
      terminal.flush();
    }
  }

  static String bar(int done, int total) {
    int full = total == 0 ? WIDTH : (int) ((long) WIDTH * done / total);
    return "checking [" + "█".repeat(full) + "░".repeat(WIDTH - full) + "] " + done + "/" + total;
  }
}
