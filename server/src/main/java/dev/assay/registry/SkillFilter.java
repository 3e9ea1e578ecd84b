package dev.assay.registry;

import java.util.Optional;

/// A filter for skills.
///
/// @param name a part of the name; empty for all
/// @param text a part of the name or the description; empty for all
/// @param owner the owner; empty for all
public record SkillFilter(
    Optional<Status> status,
    Optional<Stage> stage,
    String name,
    String text,
    Optional<String> owner) {
  public static final SkillFilter ALL = new SkillFilter(Optional.empty(), Optional.empty(), "");

  /// Skills that passed both layers and wait for a decision.
  public static final SkillFilter WAITING_FOR_REVIEW =
      new SkillFilter(Optional.of(Status.PENDING), Optional.of(Stage.COMPLETED), "");

  public SkillFilter(Optional<Status> status, Optional<Stage> stage, String name) {
    this(status, stage, name, "");
  }

  public SkillFilter(Optional<Status> status, Optional<Stage> stage, String name, String text) {
    this(status, stage, name, text, Optional.empty());
  }

  public SkillFilter of(Optional<String> uploader) {
    return new SkillFilter(status, stage, name, text, uploader);
  }

  public SkillFilter named(String part) {
    return new SkillFilter(status, stage, part, text, owner);
  }
}
