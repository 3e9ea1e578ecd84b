package dev.assay.configuration;

import java.time.Duration;
import java.util.List;

/// The retention periods. The audit log records every removal and is itself never cut.
public final class RetentionCatalogue {
  private RetentionCatalogue() {}

  public static final Setting<Duration> REJECTED =
      Setting.optional(
          "assay.retention.rejected",
          Form.duration("1h", "3650d"),
          "How long a rejected skill is kept, with its files, tasks and evidence. Unset: until"
              + " somebody deletes it. `assay retention --preview` lists what would go.");

  public static final Setting<Duration> CONVERSATIONS =
      Setting.optional(
          "assay.retention.conversations",
          Form.duration("1h", "3650d"),
          "How long a conversation is kept after it was last used, with its files. Unset: until its"
              + " owner deletes it.");

  static final List<Setting<?>> ALL = List.of(REJECTED, CONVERSATIONS);
}
