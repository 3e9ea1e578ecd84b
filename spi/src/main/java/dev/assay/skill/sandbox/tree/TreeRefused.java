package dev.assay.skill.sandbox.tree;

/// A tree that comes from inside is larger than allowed, or not a tree at all.
public final class TreeRefused extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public TreeRefused(String why) {
    super(why);
  }

  /// Continues "it is refused: ".
  public String why() {
    return String.valueOf(getMessage());
  }
}
