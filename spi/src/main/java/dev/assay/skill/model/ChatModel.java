package dev.assay.skill.model;

/// A language model. Implementations are safe for use by many threads.
public interface ChatModel {
  /// What results are labelled with, for example the model's name at its provider.
  String name();

  /// Whether answers come from rules instead of a model. Everything made with it is marked so.
  default boolean rehearsal() {
    return false;
  }

  /// Asks once and waits for the whole answer; the listener gets text as it comes. An interrupt of
  /// the calling thread, or the request's deadline, ends the call for real: nothing goes on behind.
  ///
  /// @throws ModelFailure if there is no answer; its fault says whether trying again makes sense
  ChatAnswer ask(ChatRequest request, TextListener listener);
}
