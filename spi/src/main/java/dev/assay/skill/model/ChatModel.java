package dev.assay.skill.model;

/// A language model. Implementations are thread-safe.
public interface ChatModel {
  /// The name that results are labelled with, for example the model's name at its provider.
  String name();

  /// Returns whether answers come from rules instead of a model. All results made with them are
  /// marked.
  default boolean rehearsal() {
    return false;
  }

  /// Sends a request and waits for the whole answer; the listener gets text as it arrives. An
  /// interrupt of the calling thread, or the request's deadline, ends the call for good: no work
  /// goes on in the background.
  ///
  /// @throws ModelFailure if there is no answer; its fault says whether a retry makes sense
  ChatAnswer ask(ChatRequest request, TextListener listener);
}
