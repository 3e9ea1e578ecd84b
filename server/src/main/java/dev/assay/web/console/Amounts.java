package dev.assay.web.console;

import java.time.Duration;
import java.util.Locale;

/// Formats times and sizes for people.
public final class Amounts {
  private Amounts() {}

  /// Formats a duration: `340 ms`, `2.1 s`, `3 min 5 s`.
  public static String took(Duration time) {
    long millis = Math.max(0, time.toMillis());
    if (millis < 1000) {
      return millis + " ms";
    }
    return millis < 60_000
        ? seconds(time)
        : millis / 60_000 + " min " + millis % 60_000 / 1000 + " s";
  }

  /// Formats an age in rounded units.
  static String age(Duration age) {
    long seconds = Math.max(0, age.toSeconds());
    if (seconds < 60) {
      return seconds + " s";
    }
    return seconds < 3600
        ? seconds / 60 + " min"
        : seconds / 3600 + " h " + seconds % 3600 / 60 + " min";
  }

  static String seconds(Duration time) {
    return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1000.0);
  }

  public static String bytes(long bytes) {
    if (bytes < 1024) {
      return bytes + " B";
    }
    return bytes < 1048576
        ? String.format(Locale.ROOT, "%.1f KiB", bytes / 1024.0)
        : String.format(Locale.ROOT, "%.1f MiB", bytes / 1048576.0);
  }
}
