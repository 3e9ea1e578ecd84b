package dev.assay.validation.decision;

import dev.assay.validation.proof.Estimate;
import dev.assay.validation.proof.Interval;
import dev.assay.validation.proof.ProofDecision.Cause;
import dev.assay.validation.proof.Standing;
import dev.assay.validation.settings.ScoringPolicy;
import java.util.Locale;

/// Writes causes as sentences for authors and reviewers.
public final class ProofWords {
  private ProofWords() {}

  static Reason.Code code(Cause cause) {
    return switch (cause) {
      case SCORE_BELOW_LINE -> Reason.Code.SCORE_TOO_LOW;
      case COMPLETION_BELOW_FLOOR -> Reason.Code.ONLINE_VALIDATION_FAILED;
      case NO_LIFT -> Reason.Code.NO_LIFT;
      case GRABS_OTHER_TASKS -> Reason.Code.GRABS_OTHER_TASKS;
      case SCORE_OPEN,
          FLOOR_OPEN,
          LIFT_OPEN,
          NEGATIVES_NOT_MEASURED,
          GRABS_PERHAPS,
          BUDGET_EXHAUSTED ->
          throw new IllegalArgumentException(cause + " fails nothing.");
    };
  }

  public static String sentence(Cause cause, Standing standing, ScoringPolicy policy) {
    return switch (cause) {
      case SCORE_BELOW_LINE ->
          "The overall score is %s after %d tasks, %d is needed (completion %.1f, trigger %.1f, offline %.1f)."
              .formatted(
                  shown(standing.score()),
                  standing.tasks(),
                  policy.threshold(),
                  standing.completion().value(),
                  standing.trigger().value(),
                  standing.offline());
      case COMPLETION_BELOW_FLOOR ->
          "Completion is %s, at least %d is needed."
              .formatted(shown(standing.completion()), policy.completionFloor());
      case NO_LIFT ->
          "Agents do these tasks as well without it: with it %s more is completed%s."
              .formatted(
                  standing.lift().map(lift -> share(lift.value())).orElse("nothing"),
                  standing.lift().map(lift -> between(lift.interval())).orElse(""));
      case GRABS_OTHER_TASKS ->
          "It is chosen for work of others: %d of %d tasks that it should leave alone, at most %d may be. Narrow its description."
              .formatted(
                  standing.negatives().grabbed(),
                  standing.negatives().tried(),
                  standing.negatives().allowed());
      case SCORE_OPEN ->
          "After %d tasks the score is %s, too near the line of %d to say on which side it is."
              .formatted(standing.tasks(), shown(standing.score()), policy.threshold());
      case FLOOR_OPEN ->
          "After %d tasks completion is %s, too near the floor of %d to say on which side it is."
              .formatted(standing.tasks(), shown(standing.completion()), policy.completionFloor());
      case LIFT_OPEN ->
          "Whether agents do these tasks better with it is not clear after %d pairs%s."
              .formatted(
                  standing.pairs(),
                  standing
                      .lift()
                      .map(lift -> ": " + share(lift.value()) + between(lift.interval()))
                      .orElse(""));
      case NEGATIVES_NOT_MEASURED ->
          "Whether it is chosen for work of others was not measured: only %d tasks for that could be found."
              .formatted(standing.negatives().tried());
      case GRABS_PERHAPS ->
          "It is perhaps chosen for work of others: %d of %d tasks that it should leave alone, more than a fifth."
              .formatted(standing.negatives().grabbed(), standing.negatives().tried());
      case BUDGET_EXHAUSTED ->
          "When the budget was spent, %d tasks were done; completion of those is %s."
              .formatted(standing.tasks(), shown(standing.completion()));
    };
  }

  private static String shown(Estimate estimate) {
    Interval interval = estimate.interval();
    return String.format(
        Locale.ROOT, "%.1f ± %.1f", estimate.value(), (interval.high() - interval.low()) / 2);
  }

  private static String share(double value) {
    return String.format(Locale.ROOT, "%+.2f", value);
  }

  private static String between(Interval interval) {
    return String.format(Locale.ROOT, " [%.2f, %.2f]", interval.low(), interval.high());
  }
}
