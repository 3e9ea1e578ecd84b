package dev.assay.registry;

import java.util.Locale;

/// How far a validation came.
public enum Stage {
  /// The skill itself: tasks, online and offline.
  LAYER1,
  /// The skills admitted before: conflicts and regressions.
  LAYER2,
  /// Both passed; a reviewer decides.
  COMPLETED,
  /// One of them failed.
  FAILED;

  /// The word for it in tables, JSON and on the command line.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Stage ofWord(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}
