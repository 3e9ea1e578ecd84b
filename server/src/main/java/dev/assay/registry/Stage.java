package dev.assay.registry;

import dev.assay.skill.Words;

/// The stage that a validation has reached.
public enum Stage {
  /// The skill itself: tasks, online and offline.
  LAYER1,
  /// The skills admitted before: conflicts and regressions.
  LAYER2,
  /// The validation passed both layers; a reviewer decides.
  COMPLETED,
  /// The validation failed in one of the layers.
  FAILED;

  /// The stage's word in tables, JSON and on the command line.
  public String word() {
    return Words.of(this);
  }

  public static Stage ofWord(String word) {
    return Words.read(Stage.class, word);
  }
}
