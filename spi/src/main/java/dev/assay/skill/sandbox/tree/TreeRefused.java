package dev.assay.skill.sandbox.tree;

/// A tree from inside is larger than allowed, or not a valid tree.
public final class TreeRefused extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public TreeRefused(String why) {
    super(why);
  }

  /// The reason, which continues "it is refused: ".
  public String why() {
    return String.valueOf(getMessage());
  }
}
