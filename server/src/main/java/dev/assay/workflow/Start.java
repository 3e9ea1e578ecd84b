package dev.assay.workflow;

import java.util.UUID;

/// The answer to a wish for a run.
public sealed interface Start {
  /// It waits for a slot or has one.
  record Accepted(UUID run) implements Start {}

  /// Another run of the same subject is alive.
  record Refused(UUID alive) implements Start {}
}
