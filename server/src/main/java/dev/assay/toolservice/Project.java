package dev.assay.toolservice;

import java.time.Instant;
import java.util.Optional;

/// A view of the registry for people and agents who work together.
///
/// @param bootstrapped the time its tools were added; without them no call is possible
public record Project(
    String id,
    String title,
    ReuseMode reuse,
    ProjectPolicy policy,
    Optional<Instant> bootstrapped,
    String createdBy,
    Instant createdAt) {
  /// A member of a project.
  ///
  /// @param account an id that never changes hands
  /// @param profile limits the tools it may call; without one it may call every tool of the project
  public record Member(String account, ProjectRole role, Optional<String> profile) {}
}
