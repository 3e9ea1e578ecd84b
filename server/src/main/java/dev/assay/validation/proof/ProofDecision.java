package dev.assay.validation.proof;

import java.util.List;
import java.util.Set;

/// The decision that follows from the evidence so far.
public sealed interface ProofDecision {
  Standing standing();

  /// The questions that may still be open.
  enum Question {
    SCORE,
    FLOOR,
    LIFT
  }

  /// The reasons for a failure or for a decision by a person.
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
  /// @param more the number of new tasks
  /// @param open the questions that they have to answer
  record Continue(Standing standing, int more, Set<Question> open) implements ProofDecision {
    public Continue {
      open = Set.copyOf(open);
    }

    /// Tests whether the new tasks have to be done without the skill as well.
    public boolean baseline() {
      return open.contains(Question.LIFT);
    }

    /// Tests whether the new tasks need trigger probes.
    public boolean probes() {
      return open.contains(Question.SCORE);
    }

    /// Returns the decision if the budget does not allow more tasks.
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

  /// @param warnings the warnings for a reviewer
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

  /// A person decides and sees the causes.
  record Held(Standing standing, List<Cause> causes) implements ProofDecision {
    public Held {
      causes = List.copyOf(causes);
    }
  }
}
