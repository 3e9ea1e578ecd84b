package dev.assay.workflow.journal;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// A run that this server now holds.
///
/// @param used the part of its time that servers used before
/// @param inFlight the steps that were begun and never ended, as after a crash
public record Claim(
    FencingToken fence,
    String subject,
    String input,
    Instant deadline,
    Duration allowed,
    Duration used,
    Optional<String> cancelledBy,
    List<String> inFlight) {
  public Claim {
    inFlight = List.copyOf(inFlight);
  }

  Claim withInFlight(List<String> steps) {
    return new Claim(fence, subject, input, deadline, allowed, used, cancelledBy, steps);
  }
}
