package dev.assay.cli.progress;

import dev.assay.cli.check.Colours;
import dev.assay.cli.terminal.TextWidth;
import dev.assay.skill.Visible;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/// Shows progress in a few rows on a terminal and redraws them after every change.
public final class LiveProgress implements ProgressView {
  private static final int TITLE = 20;
  private static final int LONGEST = 400;

  private final PrintWriter out;
  private final Colours paint;
  private final int width;
  private final LongSupplier nanoTime;
  private final Map<String, Long> firstSeen = new HashMap<>();
  private int drawn;

  /// @param width the width of the terminal; a longer line would wrap and break the redrawing
  public LiveProgress(PrintWriter out, Colours paint, int width, LongSupplier nanoTime) {
    this.out = out;
    this.paint = paint;
    this.width = width;
    this.nanoTime = nanoTime;
  }

  @Override
  public void show(RunStatus standing, StepFindings evidence) {
    draw(new Rows(standing, evidence, this::running).all());
  }

  @Override
  public void note(String message) {
    wipe();
    out.println("  " + Visible.folded(message, Math.max(20, width - 4)));
    out.flush();
  }

  @Override
  public void close() {
    out.flush();
  }

  /// Returns the time since a step was first seen. It is measured here, because the server's clock
  /// may differ.
  private Duration running(String step) {
    long now = nanoTime.getAsLong();
    return Duration.ofNanos(now - firstSeen.computeIfAbsent(step, _ -> now));
  }

  private void draw(List<Rows.Row> rows) {
    wipe();
    for (Rows.Row row : rows) {
      String title = Visible.line(row.title(), TITLE - 2);
      String text =
          title
              + " ".repeat(Math.max(1, TITLE - TextWidth.of(title)))
              + Visible.folded(row.text(), LONGEST);
      out.println("  " + mark(row.mark()) + " " + Visible.line(text, Math.max(20, width - 6)));
    }
    drawn = rows.size();
    out.flush();
  }

  private void wipe() {
    if (drawn > 0) {
      out.print("\u001b[" + drawn + "A\r\u001b[J");
      drawn = 0;
    }
  }

  private String mark(String mark) {
    return switch (mark) {
      case "✓" -> paint.green(mark);
      case "!" -> paint.yellow(mark);
      case "✗" -> paint.red(mark);
      default -> mark;
    };
  }
}
