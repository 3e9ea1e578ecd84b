package dev.assay.registry;

import dev.assay.skill.sandbox.SandboxImage;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/// One version of the environment that admitted skills run in.
///
/// @param number grows by one with every admission and is never used again
/// @param packages what is installed, name to exact version, by ecosystem
/// @param skill whose admission made it; empty for the base
public record RuntimeImage(
    int number,
    SandboxImage image,
    Map<String, Map<String, String>> packages,
    Optional<String> skill,
    Instant createdAt,
    boolean current) {
  /// As people see it: `v1.N`.
  public String version() {
    return "v1." + number;
  }
}
