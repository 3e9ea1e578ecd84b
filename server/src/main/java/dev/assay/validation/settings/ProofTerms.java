package dev.assay.validation.settings;

/// The amount of evidence of a run, and the consequences of some findings.
///
/// @param network the consequence of reaching, or trying to reach, an undeclared place
/// @param inspection the consequence if a model that read the skill reports a passage, or could not
///   read all of it
public record ProofTerms(
    ProofLevel level,
    ProofRules.RequireLift requireLift,
    Harm harm,
    UndeclaredNetwork network,
    Inspected inspection) {
  public static final ProofTerms QUICK =
      new ProofTerms(
          ProofLevel.QUICK,
          ProofRules.RequireLift.HOLD,
          Harm.FAIL,
          UndeclaredNetwork.WARN,
          Inspected.HOLD);

  public enum UndeclaredNetwork {
    WARN,
    FAIL
  }

  /// The consequence of an inspection. It fails no skill, because models can be wrong.
  public enum Inspected {
    HOLD,
    WARN
  }

  /// The consequence of harm to the user's files.
  public enum Harm {
    FAIL,
    HOLD,
    WARN
  }

  /// Returns the terms of a rehearsal. Rules are deterministic, so repetition would show nothing
  /// new.
  public ProofTerms forRehearsal() {
    return new ProofTerms(ProofLevel.QUICK, requireLift, harm, network, inspection);
  }

  public ProofRules rules(ScoringPolicy policy) {
    return new ProofRules(level, policy, requireLift);
  }
}
