package dev.assay.validation.decision;

import dev.assay.validation.proof.ProofDecision;
import dev.assay.validation.proof.Standing;
import dev.assay.validation.scoring.OfflineWords;
import dev.assay.validation.scoring.Score;
import dev.assay.validation.settings.ProofTerms;
import dev.assay.validation.settings.ScoringPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Decides about a skill. A failure stands even if other parts are missing; a pass needs every
/// part.
public final class Decision {
  /// The remedy for missing parts.
  public static final String RESUME = "Resume the validation or run it again.";

  private Decision() {}

  public static Ruling decide(VerdictFindings findings) {
    List<Reason> reasons = reasons(findings);
    if (!reasons.isEmpty()) {
      return new Ruling.Failed(reasons);
    }
    if (findings.budget().isPresent()) {
      return unfinished(findings, findings.budget().get());
    }
    if (findings.score().isEmpty()) {
      return new Ruling.Inconclusive("The skill has not been scored.", RESUME);
    }
    return switch (findings.score().get()) {
      case Score.Missing missing ->
          new Ruling.Inconclusive("There is no score: " + missing.what() + ".", RESUME);
      case Score.Stopped _ -> throw new IllegalStateException("a stopped run failed above");
      case Score.Scored scored -> passed(findings, scored);
    };
  }

  private static Ruling passed(VerdictFindings findings, Score.Scored scored) {
    if (findings.conflicts().isEmpty()) {
      return new Ruling.Inconclusive("Conflicts with admitted skills were not looked for.", RESUME);
    }
    if (findings.regressions().isEmpty()) {
      return new Ruling.Inconclusive("The admitted skills were not tested again.", RESUME);
    }
    List<String> warnings = new ArrayList<>(undeclared(findings));
    if (!scored.offlineCapable()) {
      warnings.add(OfflineWords.of(scored));
    }
    List<String> held = new ArrayList<>();
    weigh(findings, held, warnings);
    return held.isEmpty()
        ? new Ruling.Passed(scored, warnings)
        : new Ruling.Held(Optional.of(scored), held, warnings);
  }

  /// Returns the verdict after a spent budget. It says nothing about the skill, so a person decides
  /// with the available evidence.
  private static Ruling unfinished(VerdictFindings findings, String unreached) {
    List<String> held = new ArrayList<>(List.of(unreached));
    List<String> warnings = new ArrayList<>(undeclared(findings));
    weigh(findings, held, warnings);
    return new Ruling.Held(findings.score().flatMap(Decision::scored), held, warnings);
  }

  private static Optional<Score.Scored> scored(Score score) {
    return score instanceof Score.Scored scored ? Optional.of(scored) : Optional.empty();
  }

  private static List<String> undeclared(VerdictFindings findings) {
    return findings.undeclared().stream().map(name -> "Installs " + name + " undeclared.").toList();
  }

  private static void weigh(VerdictFindings findings, List<String> held, List<String> warnings) {
    findings.proof().ifPresent(proof -> proofSays(proof, findings.policy(), held, warnings));
    findings.suspicions().forEach(held::add);
    switch (findings.harm()) {
      case HOLD -> held.addAll(findings.harms());
      case WARN -> warnings.addAll(findings.harms());
      case FAIL -> {}
    }
  }

  private static void proofSays(
      ProofDecision proof, ScoringPolicy policy, List<String> held, List<String> warnings) {
    Standing standing = proof.standing();
    switch (proof) {
      case ProofDecision.Passed passed ->
          passed
              .warnings()
              .forEach(each -> warnings.add(ProofWords.sentence(each, standing, policy)));
      case ProofDecision.Held open ->
          open.causes().forEach(each -> held.add(ProofWords.sentence(each, standing, policy)));
      case ProofDecision.Failed _, ProofDecision.Continue _ ->
          throw new IllegalStateException("what failed or goes on is not through");
    }
  }

  private static List<Reason> reasons(VerdictFindings findings) {
    ScoringPolicy policy = findings.policy();
    List<Reason> reasons = new ArrayList<>();
    findings
        .installFailure()
        .ifPresent(text -> add(reasons, Reason.Code.DEPENDENCY_INSTALL_FAILED, text));
    if (policy.undeclared() == ScoringPolicy.Undeclared.STRICT
        && !findings.undeclared().isEmpty()) {
      add(
          reasons,
          Reason.Code.DEPENDENCY_UNDECLARED,
          "Installs packages that it does not declare: %s. Declare them or do without."
              .formatted(String.join(", ", findings.undeclared())));
    }
    if (findings.proof().isPresent()) {
      proofReasons(policy, findings, reasons);
    } else {
      findings.score().ifPresent(score -> scoreReasons(policy, score, reasons));
    }
    if (findings.harm() == ProofTerms.Harm.FAIL) {
      for (String harm : findings.harms()) {
        add(reasons, Reason.Code.HARMS_FILES, harm + " The task did not ask for it.");
      }
    }
    if (findings.network() == ProofTerms.UndeclaredNetwork.FAIL && !findings.places().isEmpty()) {
      add(
          reasons,
          Reason.Code.NETWORK_UNDECLARED,
          "Reaches places that it does not name: %s."
              .formatted(String.join(", ", findings.places())));
    }
    for (String conflict : findings.conflicts().orElse(List.of())) {
      add(reasons, Reason.Code.DEPENDENCY_CONFLICT, conflict);
    }
    for (String regression : findings.regressions().orElse(List.of())) {
      add(reasons, Reason.Code.REGRESSION_FAILED, regression);
    }
    return reasons;
  }

  private static void proofReasons(
      ScoringPolicy policy, VerdictFindings findings, List<Reason> reasons) {
    if (findings.proof().orElseThrow() instanceof ProofDecision.Failed failed) {
      for (ProofDecision.Cause cause : failed.causes()) {
        add(reasons, ProofWords.code(cause), ProofWords.sentence(cause, failed.standing(), policy));
      }
    }
    if (findings.score().orElse(null) instanceof Score.Scored scored) {
      offlineReason(policy, scored, reasons);
    }
  }

  private static void offlineReason(
      ScoringPolicy policy, Score.Scored scored, List<Reason> reasons) {
    if (policy.offline() == ScoringPolicy.Offline.REQUIRED && !scored.offlineCapable()) {
      add(
          reasons,
          Reason.Code.OFFLINE_REQUIRED,
          "It has to work offline without trying to reach the network. " + OfflineWords.of(scored));
    }
  }

  private static void scoreReasons(ScoringPolicy policy, Score score, List<Reason> reasons) {
    switch (score) {
      case Score.Missing _ -> {}
      case Score.Stopped stopped ->
          add(
              reasons,
              Reason.Code.ONLINE_VALIDATION_FAILED,
              "Completion is %s, at least %d is needed to go on."
                  .formatted(stopped.completion(), policy.completionFloor()));
      case Score.Scored scored -> {
        if (!scored.passes()) {
          add(
              reasons,
              Reason.Code.SCORE_TOO_LOW,
              "The overall score is %s, %d is needed (completion %s, trigger %s, offline %s)."
                  .formatted(
                      scored.overall(),
                      policy.threshold(),
                      scored.completion(),
                      scored.trigger(),
                      scored.offline()));
        }
        offlineReason(policy, scored, reasons);
      }
    }
  }

  private static void add(List<Reason> reasons, Reason.Code code, String message) {
    reasons.add(new Reason(code, message));
  }
}
