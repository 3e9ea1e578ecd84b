package dev.assay.validation.proof;

/// Tasks that the skill should have left alone.
///
/// @param grabbed in how many of them it was chosen all the same
public record Negatives(int tried, int grabbed) {
  public static final Negatives NONE = new Negatives(0, 0);

  /// So many are tried where a model writes them.
  public static final int PLANNED = 12;

  /// Fewer say nothing.
  public static final int FEWEST = 6;

  public Negatives {
    if (tried < 0 || grabbed < 0 || grabbed > tried) {
      throw new IllegalArgumentException(
          "Of " + tried + " negatives " + grabbed + " cannot have been grabbed.");
    }
  }

  /// A quarter may be grabbed: three of twelve.
  public int allowed() {
    return tried / 4;
  }

  public boolean tooMany() {
    return measured() && grabbed > allowed();
  }

  public boolean measured() {
    return tried >= FEWEST;
  }
}
