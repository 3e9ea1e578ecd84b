package dev.assay.validation.decision;

import dev.assay.validation.proof.ProofLevel;
import dev.assay.validation.proof.ProofRules;
import dev.assay.validation.scoring.ScoringPolicy;

/// How much a run tries before its verdict, and what some findings mean for it.
public record ProofTerms(ProofLevel level, ProofRules.RequireLift requireLift, Harm harm) {
  public static final ProofTerms QUICK =
      new ProofTerms(ProofLevel.QUICK, ProofRules.RequireLift.HOLD, Harm.FAIL);

  /// What harm to the user's files means.
  public enum Harm {
    FAIL,
    HOLD,
    WARN
  }

  /// Rules are deterministic: more of the same would show nothing new.
  public ProofTerms forRehearsal() {
    return new ProofTerms(ProofLevel.QUICK, requireLift, harm);
  }

  public ProofRules rules(ScoringPolicy policy) {
    return new ProofRules(level, policy, requireLift);
  }
}
