package dev.assay.validation.decision;

import dev.assay.validation.proof.ProofDecision;
import dev.assay.validation.scoring.Score;
import dev.assay.validation.settings.ProofTerms;
import dev.assay.validation.settings.ScoringPolicy;
import java.util.List;
import java.util.Optional;

/// The findings on which a verdict is based. A part that was not examined is empty.
///
/// @param installFailure the command that failed and the end of its output
/// @param undeclared the packages that no declaration explains
/// @param conflicts the unresolved conflicts with admitted skills, one sentence each
/// @param regressions the admitted skills that no longer work, one sentence each; empty if they
///   were not tested
/// @param proof the decision by the level of proof; empty if a point score decides
/// @param suspicions the admitted skills that look worse, one sentence each
/// @param harm the consequence of harm
/// @param harms the unrequested changes to the user's files, one sentence each
/// @param network the consequence of reaching undeclared places
/// @param places the undeclared places that the skill reached or tried to reach
/// @param budget the parts that were not reached because the budget was spent; empty if it was not
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
  /// Creates findings that are decided by a point score and have nothing else to notice.
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
