package dev.assay.registry;

import java.util.Optional;
import java.util.UUID;

/// A reviewer's approval.
///
/// @param digest what they reviewed; empty if they did not say
/// @param run whose report they read; empty if they did not say
/// @param rehearsal what they say about a result that no model gave
public record Review(String by, Optional<String> digest, Optional<UUID> run, Rehearsal rehearsal) {
  public enum Rehearsal {
    NOT_ACKNOWLEDGED,
    ACKNOWLEDGED
  }
}
