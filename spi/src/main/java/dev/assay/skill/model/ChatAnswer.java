package dev.assay.skill.model;

/// A whole answer.
///
/// @param model the model that answered, as the provider names it
public record ChatAnswer(Message.Reply reply, Usage usage, Stop stop, String model) {
  /// The reason why the model stopped.
  public enum Stop {
    /// The answer is complete.
    FINISHED,
    /// The model wants to use tools.
    TOOLS,
    /// The limit of the answer's length cut it.
    LENGTH,
    /// The provider withheld the answer.
    FILTERED,
    /// The model refused, in the way its provider has for that.
    REFUSED
  }
}
