package dev.assay.validation.proof;

import dev.assay.validation.proof.RegressionPairs.Kind;

/// The decision about an admitted skill with suspect tasks.
public sealed interface RegressionDecision {
  String skill();

  /// Each suspect task of the skill needs more pairs.
  ///
  /// @param pairs the number of pairs in total
  record Continue(String skill, int pairs) implements RegressionDecision {}

  /// The skill works as well as before.
  record Cleared(String skill) implements RegressionDecision {}

  /// The decline is more than chance explains, with all suspects considered.
  ///
  /// @param chance the probability of such a decline by chance in any suspect
  record Regressed(String skill, Kind kind, double chance) implements RegressionDecision {
    public String words() {
      return RegressionDecision.words(chance);
    }
  }

  /// The skill looks worse, but not clearly enough to charge it. A person decides.
  ///
  /// @param chance the probability of such a decline by chance in any suspect
  record Suspected(String skill, Kind kind, double chance) implements RegressionDecision {
    public String words() {
      return RegressionDecision.words(chance);
    }
  }

  private static String words(double chance) {
    long once = Math.round(1 / Math.max(chance, 1e-6));
    return "by chance once in %s%,d validations".formatted(chance < 1e-6 ? "more than " : "", once);
  }
}
