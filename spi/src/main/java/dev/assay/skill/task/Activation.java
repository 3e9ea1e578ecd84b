package dev.assay.skill.task;

import dev.assay.skill.SkillName;

/// Proof that a skill was used.
///
/// @param place the place of the observation, for example `load_skill` in turn 2, or a path that
///   was opened
public record Activation(SkillName skill, Use use, String place) {
  /// The kind of use, weakest first.
  public enum Use {
    /// A file of the skill was read.
    READ,
    /// The skill's text was loaded.
    LOADED,
    /// A file of the skill ran.
    EXECUTED
  }
}
