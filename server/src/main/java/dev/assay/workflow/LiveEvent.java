package dev.assay.workflow;

import java.time.Instant;
import java.util.UUID;

/// Something that happened in a live run. Numbers grow by one within a stream.
///
/// @param body JSON
public record LiveEvent(long seq, UUID run, String kind, String body, Instant at) {
  /// One that has no number yet.
  public record New(String kind, String body) {}
}
