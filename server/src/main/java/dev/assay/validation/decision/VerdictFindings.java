package dev.assay.validation.decision;

import dev.assay.validation.scoring.Score;
import dev.assay.validation.scoring.ScoringPolicy;
import java.util.List;
import java.util.Optional;

/// Everything a verdict follows from. A part that was not examined is empty.
///
/// @param installFailure the command that failed and the end of its output
/// @param undeclared packages that no declaration explains
/// @param conflicts conflicts with admitted skills that could not be resolved, one sentence each
/// @param regressions admitted skills that no longer work, one sentence each; empty if that was not
///   tested
public record VerdictFindings(
    ScoringPolicy policy,
    Optional<String> installFailure,
    List<String> undeclared,
    Optional<Score> score,
    Optional<List<String>> conflicts,
    Optional<List<String>> regressions) {
  public VerdictFindings {
    undeclared = List.copyOf(undeclared);
    conflicts = conflicts.map(List::copyOf);
    regressions = regressions.map(List::copyOf);
  }
}
