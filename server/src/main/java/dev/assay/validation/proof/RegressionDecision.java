package dev.assay.validation.proof;

import dev.assay.validation.proof.RegressionPairs.Kind;

/// What follows for one admitted skill with suspect tasks.
public sealed interface RegressionDecision {
  String skill();

  /// Each of its suspect tasks needs more pairs.
  ///
  /// @param pairs so many in all
  record Continue(String skill, int pairs) implements RegressionDecision {}

  /// It works as well as before.
  record Cleared(String skill) implements RegressionDecision {}

  /// More than chance, with all suspects considered.
  ///
  /// @param chance of so much by chance in any of them
  record Regressed(String skill, Kind kind, double chance) implements RegressionDecision {
    public String words() {
      return RegressionDecision.words(chance);
    }
  }

  /// It looks worse, but not enough to charge it. A person decides.
  ///
  /// @param chance of so much by chance in any of the suspects
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
