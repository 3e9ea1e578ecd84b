package dev.assay.skill.model;

/// Receives pieces of an answer while it is being made.
@FunctionalInterface
public interface TextListener {
  void received(String piece);

  /// The answer begins anew, for this reason: what was received of it so far is void.
  default void restarted(String why) {}

  static TextListener silent() {
    return piece -> {};
  }
}
