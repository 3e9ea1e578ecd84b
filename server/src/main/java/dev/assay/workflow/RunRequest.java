package dev.assay.workflow;

import java.time.Duration;

/// A request for a run.
///
/// @param subject the subject of the run; at most one run of a subject is alive
/// @param input the input of the definition, kept as JSON
/// @param allowed the time limit from the first start, without waits for a slot
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
