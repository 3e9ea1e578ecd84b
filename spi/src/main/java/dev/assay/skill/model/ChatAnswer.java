package dev.assay.skill.model;

/// A whole answer.
///
/// @param model who answered, as the provider names it
public record ChatAnswer(Message.Reply reply, Usage usage, Stop stop, String model) {
  /// Why the model stopped.
  public enum Stop {
    /// It had said everything.
    FINISHED,
    /// It wants tools used.
    TOOLS,
    /// The limit of the answer's length cut it.
    LENGTH,
    /// The provider withheld the answer.
    FILTERED,
    /// The model would not do it, and said so in the way its provider has for that.
    REFUSED
  }
}
