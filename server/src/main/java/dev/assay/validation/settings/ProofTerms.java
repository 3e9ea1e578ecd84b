package dev.assay.validation.settings;

import java.util.Objects;

/// How much a run tries before its verdict, and what some findings mean for it.
///
/// @param network what it means to reach, or to try to reach, a place that the skill does not name
/// @param inspection what it means if a model that read the skill names something in it, or could
///   not read all of it
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

  public ProofTerms {
    network = Objects.requireNonNullElse(network, UndeclaredNetwork.WARN); // not in older records
    inspection = Objects.requireNonNullElse(inspection, Inspected.HOLD);
  }

  public enum UndeclaredNetwork {
    WARN,
    FAIL
  }

  /// What a model's reading means. It fails no skill: models can be wrong.
  public enum Inspected {
    HOLD,
    WARN
  }

  /// What harm to the user's files means.
  public enum Harm {
    FAIL,
    HOLD,
    WARN
  }

  /// Rules are deterministic: more of the same would show nothing new.
  public ProofTerms forRehearsal() {
    return new ProofTerms(ProofLevel.QUICK, requireLift, harm, network, inspection);
  }

  public ProofRules rules(ScoringPolicy policy) {
    return new ProofRules(level, policy, requireLift);
  }
}
