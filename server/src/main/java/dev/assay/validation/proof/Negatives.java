package dev.assay.validation.proof;

/// The trials of tasks that the skill should leave alone.
///
/// @param grabbed the number of tasks for which the skill was chosen
public record Negatives(int tried, int grabbed) {
  public static final Negatives NONE = new Negatives(0, 0);

  /// The number of tasks that are tried if a model writes them.
  public static final int PLANNED = 12;

  /// The smallest meaningful number of tasks.
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

  /// Returns the allowed number of grabbed tasks: a quarter, that is three of twelve.
  public int allowed() {
    return tried / 4;
  }

  public boolean tooMany() {
    return measured() && grabbed > allowed();
  }

  /// Returns the number of further tasks to try. They are needed if some tasks were grabbed and
  /// chance may explain that.
  public int more() {
    return measured() && tried <= PLANNED && grabbed > 1 && !tooMany() ? PLANNED : 0;
  }

  /// Tests whether more than a fifth was grabbed: too many to pass, too few to fail.
  public boolean doubtful() {
    return measured() && grabbed * 5 > tried && !tooMany();
  }

  public boolean measured() {
    return tried >= FEWEST;
  }
}
