package dev.assay.registry;

import dev.assay.skill.Bundle;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// One version of one name.
public record Skill(
    UUID id,
    int version,
    Status status,
    Bundle bundle,
    String uploadedBy,
    Instant uploadedAt,
    Validated validated) {

  /// How its validation stands.
  ///
  /// @param run the last one
  /// @param scores as JSON
  public record Validated(
      Optional<Stage> stage,
      Optional<UUID> run,
      Optional<String> inconclusiveReason,
      Optional<String> scores,
      boolean rehearsal,
      Optional<Instant> when) {}

  public String name() {
    return bundle.name().text();
  }
}
