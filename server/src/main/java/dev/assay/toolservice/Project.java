package dev.assay.toolservice;

import java.time.Instant;
import java.util.Optional;

/// A view on the registry for people and agents who work together.
///
/// @param bootstrapped when the tools were put into it; without them nothing can be called
public record Project(
    String id,
    String title,
    ReuseMode reuse,
    ProjectPolicy policy,
    Optional<Instant> bootstrapped,
    String createdBy,
    Instant createdAt) {
  /// Somebody who belongs to a project.
  ///
  /// @param account an id that never changes hands
  /// @param profile limits what it may call; without one it may call every tool of the project
  public record Member(String account, ProjectRole role, Optional<String> profile) {}
}
