package dev.assay.skill.sandbox;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What a sandbox has used so far, in bytes; null is what the engine does not know.
public record Metrics(
    @Nullable Duration cpu,
    @Nullable Long peakMemory,
    @Nullable Long diskRead,
    @Nullable Long diskWritten,
    @Nullable Long diskUsed,
    @Nullable Integer processes) {
  /// Of which nothing is known.
  public static Metrics unknown() {
    return new Metrics(null, null, null, null, null, null);
  }
}
