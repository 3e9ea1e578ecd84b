package dev.assay.validation.evidence;

/// What the program that came with a task said of a result.
///
/// @param words why it is wrong, or why the program cannot be used; empty if it is right
public record Checked(Outcome outcome, String words) {
  public static final Checked RIGHT = new Checked(Outcome.RIGHT, "");

  public enum Outcome {
    RIGHT,
    WRONG,
    /// Its answer counts for nothing.
    UNUSABLE
  }

  public static Checked wrong(String words) {
    return new Checked(Outcome.WRONG, words);
  }

  public static Checked unusable(String reason) {
    return new Checked(Outcome.UNUSABLE, reason);
  }
}
