package dev.assay.cli.progress;

import java.time.Duration;
import java.util.Locale;

/// Writes durations in words.
final class DurationText {
  private DurationText() {}

  static String words(Duration span) {
    Duration shown = span.isNegative() ? Duration.ZERO : span;
    return shown.toMinutes() > 0
        ? "%d min %02d s".formatted(shown.toMinutes(), shown.toSecondsPart())
        : String.format(Locale.ROOT, "%.1f s", shown.toMillis() / 1000.0);
  }

  static String took(RunStatus.Step step) {
    return step.finished().map(end -> words(Duration.between(step.started(), end))).orElse("");
  }
}
