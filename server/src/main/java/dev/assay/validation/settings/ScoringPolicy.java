package dev.assay.validation.settings;

import dev.assay.skill.Words;
import java.util.Locale;
import java.util.Objects;

/// The rules a run is judged by. A run keeps the policy it began with.
///
/// @param threshold the overall score that passes
/// @param completionFloor a completion below it ends the run before the offline phase
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

  /// What a low offline score means.
  public enum Offline {
    /// It counts with its weight.
    REPORTED,
    /// A skill that cannot work offline fails.
    REQUIRED
  }

  /// What an undeclared package means.
  public enum Undeclared {
    /// The skill fails.
    STRICT,
    /// The report warns.
    LENIENT
  }

  /// Where the packages of a skill go.
  public enum Environment {
    /// All skills share one.
    SHARED,
    /// Each skill has its own.
    PER_SKILL;

    /// As the setting spells it.
    public String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static Environment of(String word) {
      return Words.read(Environment.class, word.replace('-', '_'));
    }
  }

  public ScoringPolicy {
    environment = Objects.requireNonNullElse(environment, Environment.SHARED); // older records
    requirePercent("threshold", threshold);
    requirePercent("completion floor", completionFloor);
  }

  /// The same where attempts to reach the network are not known: nothing is given for them.
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
