package dev.assay.validation.decision;

import dev.assay.validation.scoring.Score;
import java.util.List;
import java.util.Optional;

/// The verdict of a validation.
public sealed interface Ruling {
  /// Returns the spelling in results and reports.
  default String word() {
    return switch (this) {
      case Passed _ -> "passed";
      case Held _ -> "held";
      case Failed _ -> "failed";
      case Inconclusive _ -> "inconclusive";
    };
  }

  /// @param warnings the warnings for a reviewer
  record Passed(Score.Scored score, List<String> warnings) implements Ruling {
    public Passed {
      warnings = List.copyOf(warnings);
    }
  }

  /// A person has to decide.
  ///
  /// @param score the score; empty if the budget was spent before there was one
  /// @param reasons the reasons, one sentence each
  /// @param warnings further notes for a reviewer
  record Held(Optional<Score.Scored> score, List<String> reasons, List<String> warnings)
      implements Ruling {
    public Held {
      reasons = List.copyOf(reasons);
      warnings = List.copyOf(warnings);
      if (reasons.isEmpty()) {
        throw new IllegalArgumentException("Nothing is held without a reason.");
      }
    }
  }

  record Failed(List<Reason> reasons) implements Ruling {
    public Failed {
      reasons = List.copyOf(reasons);
      if (reasons.isEmpty()) {
        throw new IllegalArgumentException("A skill does not fail without a reason.");
      }
    }
  }

  /// @param remedy the next action
  record Inconclusive(String reason, String remedy) implements Ruling {}
}
