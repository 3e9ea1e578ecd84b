package dev.assay.intake.signature;

/// How much one finding of a rule says by itself: how much more often the rule finds something in
/// bad skills than in good ones, as counted on collections of both.
public enum Weight {
  /// A warning wherever it stands.
  FULL("warning"),
  /// Weak in documents beside SKILL.md, which are often manuals that were copied.
  WEAK_IN_DOCUMENTS("note in a document"),
  /// Weak everywhere: good skills have it about as often as bad ones.
  WEAK("note");

  private final String alone;

  Weight(String alone) {
    this.alone = alone;
  }

  /// What a finding is if no other rule finds anything in the skill.
  public String alone() {
    return alone;
  }
}
