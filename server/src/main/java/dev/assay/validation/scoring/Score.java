package dev.assay.validation.scoring;

import dev.assay.validation.settings.ScoringPolicy;
import java.math.BigDecimal;
import java.util.List;

/// The score of the evidence, or the reason why there is none.
public sealed interface Score {
  /// @param completion the mean of the judge's grades
  /// @param trigger the share of tasks in which the skill was used
  /// @param offline the offline score, by the number of attempts
  /// @param offlineCompletion the mean of the judge's grades offline
  /// @param attempts the number of distinct places per task that were tried, summed over all tasks
  record Scored(
      BigDecimal completion,
      BigDecimal trigger,
      BigDecimal offline,
      BigDecimal overall,
      BigDecimal offlineCompletion,
      int attempts,
      boolean offlineCapable,
      ScoringPolicy policy,
      List<TaskEvidence> evidence)
      implements Score {
    public Scored {
      evidence = List.copyOf(evidence);
    }

    public boolean passes() {
      return overall.compareTo(BigDecimal.valueOf(policy.threshold())) >= 0;
    }
  }

  /// The online phase was so poor that no further part was measured.
  record Stopped(BigDecimal completion, ScoringPolicy policy, List<TaskEvidence> evidence)
      implements Score {
    public Stopped {
      evidence = List.copyOf(evidence);
    }
  }

  /// A part was not measured.
  record Missing(String what) implements Score {}
}
