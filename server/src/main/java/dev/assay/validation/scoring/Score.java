package dev.assay.validation.scoring;

import dev.assay.validation.settings.ScoringPolicy;
import java.math.BigDecimal;
import java.util.List;

/// What the evidence is worth: numbers, or the reason why there are none.
public sealed interface Score {
  /// @param completion mean of the judge's grades
  /// @param trigger share of tasks in which the skill was used
  /// @param offline by the number of attempts
  /// @param offlineCompletion mean of the judge's grades offline
  /// @param attempts distinct places each task tried to reach, over all tasks
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

  /// The online phase was so bad that nothing further was measured.
  record Stopped(BigDecimal completion, ScoringPolicy policy, List<TaskEvidence> evidence)
      implements Score {
    public Stopped {
      evidence = List.copyOf(evidence);
    }
  }

  /// Something was not measured.
  record Missing(String what) implements Score {}
}
