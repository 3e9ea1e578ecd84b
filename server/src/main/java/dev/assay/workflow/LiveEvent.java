package dev.assay.workflow;

import java.time.Instant;
import java.util.UUID;

/// An event of a live run. Numbers grow by one within a stream.
///
/// @param body the body as JSON
public record LiveEvent(long seq, UUID run, String kind, String body, Instant at) {
  /// An event without a number.
  public record New(String kind, String body) {}
}
