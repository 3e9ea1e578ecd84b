package dev.assay.workflow;

import java.util.UUID;

/// The answer to a request for a run.
public sealed interface StartResult {
  /// The run waits for a slot or has one.
  record Accepted(UUID run) implements StartResult {}

  /// Another run of the same subject is alive.
  record Refused(UUID alive) implements StartResult {}
}
