package dev.assay.registry;

import java.util.Optional;

/// Which skills are wanted.
///
/// @param name a part of it; empty for all
/// @param text a part of the name or the description; empty for all
public record SkillFilter(
    Optional<Status> status, Optional<Stage> stage, String name, String text) {
  public static final SkillFilter ALL = new SkillFilter(Optional.empty(), Optional.empty(), "");

  /// Both layers passed; a person decides.
  public static final SkillFilter WAITING_FOR_REVIEW =
      new SkillFilter(Optional.of(Status.PENDING), Optional.of(Stage.COMPLETED), "");

  public SkillFilter(Optional<Status> status, Optional<Stage> stage, String name) {
    this(status, stage, name, "");
  }

  public SkillFilter named(String part) {
    return new SkillFilter(status, stage, part, text);
  }
}
