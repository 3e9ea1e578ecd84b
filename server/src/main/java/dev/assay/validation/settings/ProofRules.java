package dev.assay.validation.settings;

/// What has to be proved.
///
/// @param policy weights, line and floor
public record ProofRules(ProofLevel level, ScoringPolicy policy, RequireLift requireLift) {
  public static final ProofRules STANDARD =
      new ProofRules(ProofLevel.STANDARD, ScoringPolicy.STANDARD, RequireLift.HOLD);

  /// What it means if agents do the tasks as well without the skill.
  public enum RequireLift {
    HOLD,
    FAIL,
    WARN
  }
}
