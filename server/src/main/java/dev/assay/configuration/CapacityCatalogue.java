package dev.assay.configuration;

import java.time.Duration;
import java.util.List;

/// The settings that limit load and disk use.
public final class CapacityCatalogue {
  private CapacityCatalogue() {}

  public static final Setting<Duration> DATABASE_WAIT =
      Setting.of(
          "assay.database.wait",
          Form.duration("100ms", "5m"),
          "10s",
          "How long a request waits for one of the connections before it is refused with 429; what a"
              + " conversation does waits twice as long, work in the background six times.");

  public static final Setting<Long> STORAGE_FREE =
      Setting.of(
          "assay.storage.free",
          Form.size("1 MB", "1000 GB"),
          "300 MB",
          "How much disk space has to stay free. With less, uploads, new runs and chats are refused"
              + " with 507, and runs wait before their next step.");

  static final List<Setting<?>> ALL = List.of(DATABASE_WAIT, STORAGE_FREE);
}
