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

  public Negatives plus(Negatives others) {
    return new Negatives(tried + others.tried, grabbed + others.grabbed);
  }

  /// A quarter may be grabbed: three of twelve.
  public int allowed() {
    return tried / 4;
  }

  public boolean tooMany() {
    return measured() && grabbed > allowed();
  }

  /// How many more have to be tried: some were grabbed, and chance may explain that.
  public int more() {
    return measured() && tried <= PLANNED && grabbed > 1 && !tooMany() ? PLANNED : 0;
  }

  /// More than a fifth: too many to pass, too few to fail.
  public boolean doubtful() {
    return measured() && grabbed * 5 > tried && !tooMany();
  }

  public boolean measured() {
    return tried >= FEWEST;
  }
}
