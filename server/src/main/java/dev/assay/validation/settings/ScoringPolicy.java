package dev.assay.validation.settings;

import dev.assay.skill.Words;
import java.util.Locale;

/// The rules by which a run is judged. A run keeps the policy of its start.
///
/// @param threshold the overall score that passes
/// @param completionFloor the completion below which a run ends before the offline phase
public record ScoringPolicy(
    Weights weights,
    int threshold,
    int completionFloor,
    Offline offline,
    Undeclared undeclared,
    Environment environment) {
  public static final ScoringPolicy STANDARD =
      new ScoringPolicy(
          Weights.STANDARD, 70, 50, Offline.REPORTED, Undeclared.LENIENT, Environment.SHARED);

  /// The consequence of a low offline score.
  public enum Offline {
    /// The score counts with its weight.
    REPORTED,
    /// A skill that cannot work offline fails.
    REQUIRED
  }

  /// The consequence of an undeclared package.
  public enum Undeclared {
    /// The skill fails.
    STRICT,
    /// The report warns.
    LENIENT
  }

  /// The environment for the packages of a skill.
  public enum Environment {
    /// All skills share one environment.
    SHARED,
    /// Each skill has its own environment.
    PER_SKILL;

    /// Returns the spelling in the settings.
    public String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static Environment of(String word) {
      return Words.read(Environment.class, word.replace('-', '_'));
    }
  }

  public ScoringPolicy {
    requirePercent("threshold", threshold);
    requirePercent("completion floor", completionFloor);
  }

  /// Returns the policy for runs whose network attempts are unknown. The offline score then has no
  /// weight.
  public ScoringPolicy withoutOffline() {
    return new ScoringPolicy(
        weights.withoutOffline(), threshold, completionFloor, offline, undeclared, environment);
  }

  private static void requirePercent(String name, int value) {
    if (value < 0 || value > 100) {
      throw new IllegalArgumentException(
          "The " + name + " is between 0 and 100, not " + value + ".");
    }
  }
}
