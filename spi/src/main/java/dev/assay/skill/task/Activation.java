package dev.assay.skill.task;

import dev.assay.skill.SkillName;

/// Proof that a skill was really used.
///
/// @param place where it was seen, for example `load_skill` in turn 2, or a path that was opened
public record Activation(SkillName skill, Use use, String place) {
  /// How, weakest first.
  public enum Use {
    /// A file of it was read.
    READ,
    /// Its text was loaded.
    LOADED,
    /// A file of it ran.
    EXECUTED
  }
}
