package dev.assay.registry;

import java.util.Optional;

/// Which skills are wanted.
///
/// @param name a part of it; empty for all
/// @param text a part of the name or the description; empty for all
/// @param owner whose; empty for all
public record SkillFilter(
    Optional<Status> status,
    Optional<Stage> stage,
    String name,
    String text,
    Optional<String> owner) {
  public static final SkillFilter ALL = new SkillFilter(Optional.empty(), Optional.empty(), "");

  /// Both layers passed; a person decides.
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
