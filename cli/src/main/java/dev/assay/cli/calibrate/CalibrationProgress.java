package dev.assay.cli.calibrate;

import dev.assay.cli.terminal.TerminalUser;
import java.io.PrintWriter;
import java.time.Duration;

/// Shows progress: a bar on a terminal, else a line every ten seconds.
final class CalibrationProgress {
  private static final Duration EVERY = Duration.ofSeconds(10);
  private static final int WIDTH = 30;

  private final PrintWriter out;
  private final int all;
  private final boolean terminal = TerminalUser.isThere();
  private long last = System.nanoTime();
  private int done;
  private String doing = "";

  CalibrationProgress(PrintWriter out, int all) {
    this.out = out;
    this.all = all;
  }

  void begin(int before, String what) {
    done = before;
    doing = what;
    show();
  }

  void show() {
    if (terminal) {
      int full = all == 0 ? WIDTH : WIDTH * done / all;
      out.print(
          "\r[%s%s] %d of %d  %-50s"
              .formatted("#".repeat(full), ".".repeat(WIDTH - full), done, all, doing));
      out.flush();
    } else if (System.nanoTime() - last >= EVERY.toNanos()) {
      last = System.nanoTime();
      out.println("%d of %d validations done; now %s".formatted(done, all, doing));
      out.flush();
    }
  }

  void end() {
    if (terminal) {
      out.println();
      out.flush();
    }
  }
}
