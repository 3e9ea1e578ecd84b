package dev.assay.registry;

import dev.assay.skill.Words;

/// The stage that a validation has reached.
public enum Stage {
  /// The skill itself: tasks, online and offline.
  LAYER1,
  /// The skills admitted before: conflicts and regressions.
  LAYER2,
  /// Both passed; a reviewer decides.
  COMPLETED,
  /// One of the layers failed.
  FAILED;

  /// The stage's word in tables, JSON and on the command line.
  public String word() {
    return Words.of(this);
  }

  public static Stage ofWord(String word) {
    return Words.read(Stage.class, word);
  }
}
