package dev.assay.validation.proof;

import dev.assay.validation.proof.ProofDecision.Cause;
import dev.assay.validation.proof.ProofDecision.Question;
import dev.assay.validation.settings.ProofLevel;
import dev.assay.validation.settings.ProofRules;
import dev.assay.validation.settings.ScoringPolicy;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// Decides whether the evidence is sufficient, and what follows from it.
public final class Proof {
  private Proof() {}

  public static ProofDecision decide(
      ProofRules rules, List<TaskObservation> observations, Negatives negatives) {
    return decide(rules, Boundaries.of(rules.level()), observations, negatives);
  }

  static ProofDecision decide(
      ProofRules rules,
      Boundaries boundaries,
      List<TaskObservation> observations,
      Negatives negatives) {
    Standing standing = Estimation.of(rules, observations, negatives);
    ProofLevel level = rules.level();
    if (standing.tasks() < level.first()) {
      throw new IllegalArgumentException(
          "The proof level %s has at least %d tasks, not %d: do the rest first."
              .formatted(level.word(), level.first(), standing.tasks()));
    }
    return level == ProofLevel.QUICK
        ? point(rules.policy(), standing)
        : new Look(rules, boundaries, standing).decide();
  }

  /// Decides by the quick procedure. It compares the rounded values that are shown.
  private static ProofDecision point(ScoringPolicy policy, Standing standing) {
    if (shown(standing.completion().value()) < policy.completionFloor()) {
      return new ProofDecision.Failed(standing, List.of(Cause.COMPLETION_BELOW_FLOOR));
    }
    if (shown(standing.score().value()) < policy.threshold()) {
      return new ProofDecision.Failed(standing, List.of(Cause.SCORE_BELOW_LINE));
    }
    return new ProofDecision.Passed(standing, List.of());
  }

  private static double shown(double value) {
    return Math.round(value * 10) / 10.0;
  }

  /// The answer to a question; `OPEN` needs more evidence.
  private enum Answer {
    YES,
    NO,
    OPEN
  }

  /// One look at the evidence.
  private record Look(ProofRules rules, Boundaries boundaries, Standing standing) {
    boolean last() {
      return standing.tasks() >= rules.level().most();
    }

    ProofDecision decide() {
      Answer score = against(standing.score(), rules.policy().threshold());
      Answer floor = against(standing.completion(), rules.policy().completionFloor());
      List<Cause> failures = new ArrayList<>();
      if (standing.negatives().tooMany()) {
        failures.add(Cause.GRABS_OTHER_TASKS);
      }
      if (floor == Answer.NO) {
        failures.add(Cause.COMPLETION_BELOW_FLOOR);
      }
      if (score == Answer.NO) {
        failures.add(Cause.SCORE_BELOW_LINE);
      }
      Answer lift = lift();
      if (lift == Answer.NO && rules.requireLift() == ProofRules.RequireLift.FAIL) {
        failures.add(Cause.NO_LIFT);
      }
      if (!failures.isEmpty()) {
        return new ProofDecision.Failed(standing, failures);
      }
      Set<Question> open = open(score, floor, lift);
      if (!open.isEmpty() && !last()) {
        int more = Math.min(rules.level().batch(), rules.level().most() - standing.tasks());
        return new ProofDecision.Continue(standing, more, open);
      }
      return concluded(open, lift);
    }

    private ProofDecision concluded(Set<Question> open, Answer lift) {
      List<Cause> held =
          new ArrayList<>(open.stream().sorted().map(ProofDecision.Continue::cause).toList());
      List<Cause> warnings = new ArrayList<>();
      if (lift == Answer.NO) {
        (rules.requireLift() == ProofRules.RequireLift.WARN ? warnings : held).add(Cause.NO_LIFT);
      }
      if (rules.requireLift() == ProofRules.RequireLift.WARN && held.remove(Cause.LIFT_OPEN)) {
        warnings.add(Cause.LIFT_OPEN);
      }
      if (!standing.negatives().measured()) {
        held.add(Cause.NEGATIVES_NOT_MEASURED);
      }
      if (standing.negatives().doubtful()) {
        held.add(Cause.GRABS_PERHAPS);
      }
      return held.isEmpty()
          ? new ProofDecision.Passed(standing, warnings)
          : new ProofDecision.Held(standing, held);
    }

    private static Set<Question> open(Answer score, Answer floor, Answer lift) {
      Set<Question> open = EnumSet.noneOf(Question.class);
      if (score == Answer.OPEN) {
        open.add(Question.SCORE);
      }
      if (floor == Answer.OPEN) {
        open.add(Question.FLOOR);
      }
      if (lift == Answer.OPEN) {
        open.add(Question.LIFT);
      }
      return open;
    }

    private Answer against(Estimate estimate, double line) {
      double needed = last() ? boundaries.last() : boundaries.early();
      double distance = estimate.distance(line);
      if (Math.abs(distance) < needed) {
        return Answer.OPEN;
      }
      return distance > 0 ? Answer.YES : Answer.NO;
    }

    private Answer lift() {
      if (standing.lift().isEmpty()) {
        return Answer.OPEN;
      }
      Estimate lift = standing.lift().get();
      if (lift.distance(0) >= (last() ? boundaries.liftLast() : boundaries.liftEarly())) {
        return Answer.YES;
      }
      return lift.distance(Boundaries.USEFUL_LIFT) <= -boundaries.noLift()
          ? Answer.NO
          : Answer.OPEN;
    }
  }
}
