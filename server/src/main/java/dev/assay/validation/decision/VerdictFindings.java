package dev.assay.validation.decision;

import dev.assay.validation.proof.ProofDecision;
import dev.assay.validation.scoring.Score;
import dev.assay.validation.settings.ProofTerms;
import dev.assay.validation.settings.ScoringPolicy;
import java.util.List;
import java.util.Optional;

/// Everything a verdict follows from. A part that was not examined is empty.
///
/// @param installFailure the command that failed and the end of its output
/// @param undeclared packages that no declaration explains
/// @param conflicts conflicts with admitted skills that could not be resolved, one sentence each
/// @param regressions admitted skills that no longer work, one sentence each; empty if that was not
///   tested
/// @param proof what the level of proof decided; empty where a point score does
/// @param suspicions admitted skills that look worse, one sentence each
/// @param harm what harm means
/// @param harms what became of the user's files unasked, one sentence each
/// @param network what places that the skill does not name mean
/// @param places those that it reached or tried to reach
/// @param budget what was not reached because it was spent; empty if it was not
public record VerdictFindings(
    ScoringPolicy policy,
    Optional<String> installFailure,
    List<String> undeclared,
    Optional<Score> score,
    Optional<List<String>> conflicts,
    Optional<List<String>> regressions,
    Optional<ProofDecision> proof,
    List<String> suspicions,
    ProofTerms.Harm harm,
    List<String> harms,
    ProofTerms.UndeclaredNetwork network,
    List<String> places,
    Optional<String> budget) {
  /// By a point score, with nothing else to notice.
  public VerdictFindings(
      ScoringPolicy policy,
      Optional<String> installFailure,
      List<String> undeclared,
      Optional<Score> score,
      Optional<List<String>> conflicts,
      Optional<List<String>> regressions) {
    this(
        policy,
        installFailure,
        undeclared,
        score,
        conflicts,
        regressions,
        Optional.empty(),
        List.of(),
        ProofTerms.Harm.FAIL,
        List.of(),
        ProofTerms.UndeclaredNetwork.WARN,
        List.of(),
        Optional.empty());
  }

  public VerdictFindings {
    undeclared = List.copyOf(undeclared);
    suspicions = List.copyOf(suspicions);
    harms = List.copyOf(harms);
    places = List.copyOf(places);
    conflicts = conflicts.map(List::copyOf);
    regressions = regressions.map(List::copyOf);
  }
}
