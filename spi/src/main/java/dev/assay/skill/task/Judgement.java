package dev.assay.skill.task;

import java.util.List;

/// A judge's view of one completed task.
///
/// @param score 1 (not done) to 5 (done in full)
public record Judgement(
    String analysis,
    List<String> requirementsMet,
    List<String> requirementsMissed,
    int score,
    String reason) {
  public Judgement {
    if (score < 1 || score > 5) {
      throw new IllegalArgumentException("a score is 1, 2, 3, 4 or 5, not " + score);
    }
    requirementsMet = List.copyOf(requirementsMet);
    requirementsMissed = List.copyOf(requirementsMissed);
  }

  public boolean completed() {
    return score >= 3;
  }
}
