package dev.assay.validation.evidence;

/// The answer of a task's own checker about a result.
///
/// @param words the fault of the result, or the reason why the checker cannot be used; empty if the
///   result is right
public record Checked(Outcome outcome, String words) {
  public static final Checked RIGHT = new Checked(Outcome.RIGHT, "");

  public enum Outcome {
    RIGHT,
    WRONG,
    /// The answer is ignored.
    UNUSABLE
  }

  public static Checked wrong(String words) {
    return new Checked(Outcome.WRONG, words);
  }

  public static Checked unusable(String reason) {
    return new Checked(Outcome.UNUSABLE, reason);
  }
}
