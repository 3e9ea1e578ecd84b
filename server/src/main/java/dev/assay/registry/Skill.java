package dev.assay.registry;

import dev.assay.skill.Bundle;
import java.time.Instant;
import java.util.UUID;

/// One version of one name.
public record Skill(
    UUID id, int version, Status status, Bundle bundle, String uploadedBy, Instant uploadedAt) {

  public String name() {
    return bundle.name().text();
  }
}
