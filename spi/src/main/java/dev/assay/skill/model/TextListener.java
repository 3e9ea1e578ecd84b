package dev.assay.skill.model;

/// Hears pieces of an answer while it is being made.
@FunctionalInterface
public interface TextListener {
  void heard(String piece);

  static TextListener silent() {
    return piece -> {};
  }
}
