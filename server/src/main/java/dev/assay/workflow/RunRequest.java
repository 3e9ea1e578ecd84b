package dev.assay.workflow;

import java.time.Duration;

/// A run that somebody wants.
///
/// @param subject what it is about; of one subject at most one run is alive
/// @param input given to the definition, kept as JSON
/// @param allowed how long it may take from its first start, waiting for a slot not counted
public record RunRequest(String kind, String subject, Object input, Duration allowed) {
  public RunRequest {
    if (subject.isBlank() || subject.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException("A run's subject is one line of text.");
    }
    if (allowed.isNegative() || allowed.isZero()) {
      throw new IllegalArgumentException("A run needs time, not " + allowed + ".");
    }
  }
}
