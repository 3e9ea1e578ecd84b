package dev.assay.validation.proof;

import java.util.List;
import java.util.Set;

/// What follows from what is known so far.
public sealed interface ProofDecision {
  Standing standing();

  /// What has no answer yet.
  enum Question {
    SCORE,
    FLOOR,
    LIFT
  }

  /// Why it failed or a person has to decide.
  enum Cause {
    SCORE_BELOW_LINE,
    COMPLETION_BELOW_FLOOR,
    NO_LIFT,
    GRABS_OTHER_TASKS,
    SCORE_OPEN,
    FLOOR_OPEN,
    LIFT_OPEN,
    NEGATIVES_NOT_MEASURED,
    GRABS_PERHAPS,
    BUDGET_EXHAUSTED
  }

  /// More tasks are needed.
  ///
  /// @param more so many fresh ones
  /// @param open what they have to answer
  record Continue(Standing standing, int more, Set<Question> open) implements ProofDecision {
    public Continue {
      open = Set.copyOf(open);
    }

    /// Whether the fresh tasks have to be done without the skill, too.
    public boolean baseline() {
      return open.contains(Question.LIFT);
    }

    /// Whether the fresh tasks need trigger probes.
    public boolean probes() {
      return open.contains(Question.SCORE);
    }

    /// If there is no budget to go on.
    public Held stopped() {
      List<Cause> causes =
          new java.util.ArrayList<>(open.stream().sorted().map(Continue::cause).toList());
      causes.add(Cause.BUDGET_EXHAUSTED);
      return new Held(standing, causes);
    }

    static Cause cause(Question question) {
      return switch (question) {
        case SCORE -> Cause.SCORE_OPEN;
        case FLOOR -> Cause.FLOOR_OPEN;
        case LIFT -> Cause.LIFT_OPEN;
      };
    }
  }

  /// @param warnings what a reviewer should know all the same
  record Passed(Standing standing, List<Cause> warnings) implements ProofDecision {
    public Passed {
      warnings = List.copyOf(warnings);
    }
  }

  record Failed(Standing standing, List<Cause> causes) implements ProofDecision {
    public Failed {
      causes = List.copyOf(causes);
    }
  }

  /// A person decides, and sees why.
  record Held(Standing standing, List<Cause> causes) implements ProofDecision {
    public Held {
      causes = List.copyOf(causes);
    }
  }
}
