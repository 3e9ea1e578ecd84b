package dev.assay.validation.decision;

import dev.assay.validation.scoring.Score;
import java.util.List;
import java.util.Optional;

/// What a validation came to.
public sealed interface Verdict {
  /// As results and reports spell it.
  default String word() {
    return switch (this) {
      case Passed _ -> "passed";
      case Held _ -> "held";
      case Failed _ -> "failed";
      case Inconclusive _ -> "inconclusive";
    };
  }

  /// @param warnings what a reviewer should know all the same
  record Passed(Score.Scored score, List<String> warnings) implements Verdict {
    public Passed {
      warnings = List.copyOf(warnings);
    }
  }

  /// A person has to decide.
  ///
  /// @param score empty if the budget was spent before there was one
  /// @param reasons why, one sentence each
  /// @param warnings what a reviewer should know besides
  record Held(Optional<Score.Scored> score, List<String> reasons, List<String> warnings)
      implements Verdict {
    public Held {
      reasons = List.copyOf(reasons);
      warnings = List.copyOf(warnings);
      if (reasons.isEmpty()) {
        throw new IllegalArgumentException("Nothing is held without a reason.");
      }
    }
  }

  record Failed(List<Reason> reasons) implements Verdict {
    public Failed {
      reasons = List.copyOf(reasons);
      if (reasons.isEmpty()) {
        throw new IllegalArgumentException("A skill does not fail without a reason.");
      }
    }
  }

  /// @param remedy the next thing to do
  record Inconclusive(String reason, String remedy) implements Verdict {}
}
