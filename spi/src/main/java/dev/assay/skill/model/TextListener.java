package dev.assay.skill.model;

/// Receives pieces of an answer while the model writes it.
@FunctionalInterface
public interface TextListener {
  void received(String piece);

  /// Signals that the answer begins anew, for this reason; the text received of it so far is void.
  default void restarted(String why) {}

  static TextListener silent() {
    return piece -> {};
  }
}
