package dev.assay.validation.lab;

import dev.assay.skill.AssayException;
import dev.assay.validation.evidence.Checked;
import dev.assay.validation.evidence.Grade;
import dev.assay.validation.evidence.TaskRun;
import dev.assay.validation.evidence.Trial;
import dev.assay.workflow.Run;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Performs trials: a task is done and then judged. Validations, full tests, regressions and
/// approvals all use this class.
public final class TrialSteps {
  private final Trials trials;
  private final Judging judging;
  private final Checking checking;

  public TrialSteps(Trials trials, Checking checking, Judging judging) {
    this.trials = trials;
    this.judging = judging;
    this.checking = checking;
  }

  /// The treatment of trials that cannot be judged.
  public enum Unjudged {
    /// The failure is thrown.
    FAILS,
    /// A failure that concerns only this trial is recorded in its grade.
    IS_NOTED
  }

  /// Performs several trials in parallel, each in two steps.
  public Performed perform(Run run, List<PlannedTrial> planned, int atMost) {
    return Performed.of(
        planned,
        run.beside(
            planned.stream()
                .<Supplier<Performed.Try>>map(
                    each -> () -> Performed.Try.of(() -> perform(run, each, Unjudged.FAILS)))
                .toList(),
            atMost));
  }

  public Trial perform(Run run, PlannedTrial planned, Unjudged unjudged) {
    TaskRun done = run.step(planned.site().step(), TaskRun.class, () -> trials.run(planned));
    Grade grade = run.step(planned.judgeStep(), Grade.class, () -> judge(planned, done, unjudged));
    return trial(planned, done, grade);
  }

  /// Performs probes, which end at the first choice of a skill and are not judged.
  public Performed probe(Run run, List<PlannedTrial> planned, int atMost) {
    return Performed.of(
        planned,
        run.beside(
            planned.stream()
                .<Supplier<Performed.Try>>map(
                    each -> () -> Performed.Try.of(() -> probe(run, each)))
                .toList(),
            atMost));
  }

  private Trial probe(Run run, PlannedTrial planned) {
    TaskRun done = run.step(planned.site().step(), TaskRun.class, () -> trials.probe(planned));
    return new Trial(
        planned.task().id(),
        planned.arm(),
        planned.phase(),
        planned.repeat(),
        done,
        Optional.empty());
  }

  /// Performs a trial inside a step that is already running.
  public Trial perform(PlannedTrial planned) throws InterruptedException {
    TaskRun done = trials.run(planned);
    return trial(planned, done, judge(planned, done, Unjudged.FAILS));
  }

  private Grade judge(PlannedTrial planned, TaskRun done, Unjudged unjudged) {
    Laboratory.Site site = planned.site();
    try {
      Optional<Checked> checked = checking.check(site, planned.judgeStep(), planned.task(), done);
      Grade grade = judging.judge(site.run(), planned.task(), done, site.listed());
      return checked.map(grade::with).orElse(grade);
    } catch (AssayException e) {
      if (unjudged == Unjudged.FAILS || !concernsOne(e)) {
        throw e;
      }
      return Grade.notJudged(planned.task().id(), done.transcript(), e.reason());
    }
  }

  /// Tests whether a failure concerns only one skill. A model that gives no usable answer about one
  /// skill may answer about the next. An unavailable model affects all of them.
  public static boolean concernsOne(AssayException failure) {
    return switch (failure.code()) {
      case MODEL_ANSWER_UNUSABLE, MODEL_REFUSED, VALIDATION_ERROR -> true;
      default -> false;
    };
  }

  /// Tests whether a model failed, or was too slow or too expensive. Another executor may still
  /// succeed.
  public static boolean concernsModel(AssayException failure) {
    return switch (failure.code()) {
      case MODEL_UNAVAILABLE,
          MODEL_ANSWER_UNUSABLE,
          MODEL_REFUSED,
          MODEL_BUDGET_SPENT,
          VALIDATION_ERROR ->
          true;
      default -> false;
    };
  }

  private static Trial trial(PlannedTrial planned, TaskRun done, Grade grade) {
    return new Trial(
        planned.task().id(),
        planned.arm(),
        planned.phase(),
        planned.repeat(),
        done,
        Optional.of(grade));
  }
}
