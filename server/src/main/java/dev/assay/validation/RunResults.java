package dev.assay.validation;

import dev.assay.agent.Costs;
import dev.assay.registry.Skill;
import dev.assay.validation.evidence.Report;
import dev.assay.validation.evidence.Result;
import dev.assay.validation.report.TimesSection;
import dev.assay.wire.Verdict;
import dev.assay.workflow.RunRecord;
import dev.assay.workflow.Workflow;
import java.util.Optional;
import java.util.UUID;

/// The results of finished runs, with later facts about them.
final class RunResults {
  private final Workflow workflow;
  private final Costs costs;

  RunResults(Workflow workflow, Costs costs) {
    this.workflow = workflow;
    this.costs = costs;
  }

  private static Optional<Result> result(RunRecord run) {
    return Optional.of(run)
        .filter(record -> record.kind().equals(ValidationWorkflow.KIND))
        .flatMap(record -> record.result(Result.class));
  }

  /// Returns the verdict of a run; empty unless the run is a completed validation.
  Optional<Verdict> verdict(Skill skill, RunRecord run) {
    return result(run).map(result -> PublishedVerdict.of(result, facts(skill, run)));
  }

  private ResultFacts facts(Skill skill, RunRecord run) {
    return new ResultFacts(
        skill,
        Optional.of(run),
        costs.lines(run.id().toString()),
        workflow.result(run.id(), "report", Report.class).flatMap(Report::assessment),
        Optional.empty());
  }

  /// Returns the report of a run; empty if it has none.
  Optional<Validations.Written> report(Skill skill, RunRecord run) {
    Optional<Report> report = workflow.result(run.id(), "report", Report.class);
    Optional<Result> result = result(run);
    if (report.isEmpty() || result.isEmpty()) {
      return Optional.empty();
    }
    Optional<Skill.Mark> known =
        skill.decided().approved().filter(_ -> acknowledged(skill, run.id()));
    RunRecord.Times times = run.times();
    return Optional.of(
        new Validations.Written(
            run.id(),
            report.get().markdown()
                + TimesSection.of(skill.uploadedAt(), times.asked(), times.started(), times.ended())
                + known.map(RunResults::approval).orElse(""),
            report.get().writer(),
            PublishedVerdict.of(result.get(), facts(skill, run).acknowledged(known.isPresent()))));
  }

  /// Tests whether a reviewer approved the run and acknowledged that it was a rehearsal.
  private static boolean acknowledged(Skill skill, UUID run) {
    return skill.decided().rehearsalAcknowledged()
        && skill.validated().run().equals(Optional.of(run));
  }

  private static String approval(Skill.Mark mark) {
    return """


    ## Approval

    Approved by `%s` at %s, acknowledging that rules were used instead of a model (rehearsal).
    """
        .formatted(mark.by(), mark.at());
  }
}
