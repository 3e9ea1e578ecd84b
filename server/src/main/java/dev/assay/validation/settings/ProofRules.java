package dev.assay.validation.settings;

/// The rules of a proof.
///
/// @param policy the weights, the line and the floor
public record ProofRules(ProofLevel level, ScoringPolicy policy, RequireLift requireLift) {
  public static final ProofRules STANDARD =
      new ProofRules(ProofLevel.STANDARD, ScoringPolicy.STANDARD, RequireLift.HOLD);

  /// The consequence if agents do the tasks as well without the skill.
  public enum RequireLift {
    HOLD,
    FAIL,
    WARN
  }
}
