package dev.assay.validation;

import dev.assay.validation.decision.ExecutorPolicy;
import dev.assay.validation.decision.ProofTerms;
import dev.assay.validation.proof.ProofLevel;
import dev.assay.validation.proof.ProofRules;
import dev.assay.validation.scoring.ScoringPolicy;
import dev.assay.validation.scoring.Weights;
import java.util.Locale;

/// What an administrator can set about validations.
///
/// @param completionWeight and the other weights add up to 100
/// @param threshold the overall score that passes
/// @param completionFloor a completion below it ends the run early
/// @param ownEnvironments whether each skill has its packages for itself
/// @param proof `quick`, `standard` or `thorough`
/// @param requireLift `hold`, `fail` or `warn`
/// @param harm `fail`, `hold` or `warn`
/// @param undeclaredNetwork `warn` or `fail`
/// @param inspection `hold` or `warn`
/// @param executorPolicy `all`, `any` or `majority`
public record ValidationRules(
    int completionWeight,
    int triggerWeight,
    int offlineWeight,
    int threshold,
    int completionFloor,
    boolean requireOffline,
    boolean strictDependencies,
    boolean ownEnvironments,
    String proof,
    String requireLift,
    String harm,
    String undeclaredNetwork,
    String inspection,
    String executorPolicy) {
  public static final ValidationRules STANDARD =
      new ValidationRules(
          50,
          35,
          15,
          70,
          50,
          false,
          false,
          false,
          "standard",
          "hold",
          "fail",
          "warn",
          "hold",
          "all");

  ExecutorPolicy executors() {
    return ExecutorPolicy.of(executorPolicy);
  }

  ProofTerms terms() {
    return new ProofTerms(
        ProofLevel.valueOf(proof.toUpperCase(Locale.ROOT)),
        ProofRules.RequireLift.valueOf(requireLift.toUpperCase(Locale.ROOT)),
        ProofTerms.Harm.valueOf(harm.toUpperCase(Locale.ROOT)),
        ProofTerms.UndeclaredNetwork.valueOf(undeclaredNetwork.toUpperCase(Locale.ROOT)),
        ProofTerms.Inspected.valueOf(inspection.toUpperCase(Locale.ROOT)));
  }

  ScoringPolicy policy() {
    return new ScoringPolicy(
        new Weights(completionWeight, triggerWeight, offlineWeight),
        threshold,
        completionFloor,
        requireOffline ? ScoringPolicy.Offline.REQUIRED : ScoringPolicy.Offline.REPORTED,
        strictDependencies ? ScoringPolicy.Undeclared.STRICT : ScoringPolicy.Undeclared.LENIENT,
        ownEnvironments ? ScoringPolicy.Environment.PER_SKILL : ScoringPolicy.Environment.SHARED);
  }
}
