package dev.assay.skill.sandbox.lease;

import dev.assay.skill.sandbox.SandboxRef;
import java.util.Map;

/// The right of one sandbox to exist.
///
/// @param engine the engine that made it and can remove it
/// @param providerId the provider's id; empty as long as it has none
/// @param holder the process that keeps it alive; see [Leases#holder()]
/// @param owner the caller that asked for it, in its own words
/// @param purpose the purpose, in the caller's words; may be empty
/// @param labels the labels by which its maker finds it again
/// @param network `blocked`, `open` or `allow-list`
public record Lease(
    String id,
    String engine,
    String providerId,
    String holder,
    String owner,
    String purpose,
    Map<String, String> labels,
    String network,
    Term term) {
  public Lease {
    labels = Map.copyOf(labels);
  }

  public SandboxRef ref() {
    return new SandboxRef(id, providerId);
  }
}
