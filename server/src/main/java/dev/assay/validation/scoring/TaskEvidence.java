package dev.assay.validation.scoring;

import java.util.Optional;
import java.util.Set;

/// The measurements of one task. A missing value is empty and never has a default.
///
/// @param judged the judge's grade of the online run, 1 to 5
/// @param activated whether the skill was really used online
/// @param judgedOffline the judge's grade of the offline run, 1 to 5
/// @param attempts the places that the offline run tried to reach: `host:port`, or a name that was
///   looked up
public record TaskEvidence(
    String task,
    Optional<Integer> judged,
    Optional<Boolean> activated,
    Optional<Integer> judgedOffline,
    Optional<Set<String>> attempts) {
  public TaskEvidence {
    requireGrade(judged);
    requireGrade(judgedOffline);
    attempts = attempts.map(Set::copyOf);
  }

  private static void requireGrade(Optional<Integer> grade) {
    if (grade.isPresent() && (grade.get() < 1 || grade.get() > 5)) {
      throw new IllegalArgumentException("A judge gives 1 to 5, not " + grade.get() + ".");
    }
  }
}
