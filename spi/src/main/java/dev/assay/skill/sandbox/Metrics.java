package dev.assay.skill.sandbox;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The resources a sandbox has used so far, sizes in bytes. A null value is unknown to the engine.
public record Metrics(
    @Nullable Duration cpu,
    @Nullable Long peakMemory,
    @Nullable Long diskRead,
    @Nullable Long diskWritten,
    @Nullable Long diskUsed,
    @Nullable Integer processes) {
  /// Metrics without any known value.
  public static Metrics unknown() {
    return new Metrics(null, null, null, null, null, null);
  }
}
