package dev.assay.intake.signature;

/// The weight of a single finding of a rule: how much more often the rule matches bad skills than
/// good ones, as counted on collections of both.
public enum Weight {
  /// A warning everywhere.
  FULL("warning"),
  /// A warning that is weak in documents other than SKILL.md, which are often copied manuals.
  WEAK_IN_DOCUMENTS("note in a document"),
  /// A weak warning: good skills match about as often as bad ones.
  WEAK("note");

  private final String alone;

  Weight(String alone) {
    this.alone = alone;
  }

  /// Returns the words for a finding that no other finding confirms.
  public String alone() {
    return alone;
  }
}
