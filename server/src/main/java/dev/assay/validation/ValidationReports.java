package dev.assay.validation;

import dev.assay.agent.Assessor;
import dev.assay.agent.Reporter;
import dev.assay.registry.Skill;
import dev.assay.skill.model.ModelFailure;
import dev.assay.skill.model.Purpose;
import dev.assay.validation.evidence.Report;
import dev.assay.validation.evidence.Result;
import dev.assay.validation.lab.Judging;
import dev.assay.validation.report.CostSection;
import dev.assay.validation.report.ExecutorSection;
import dev.assay.validation.report.ReportTemplate;
import dev.assay.wire.Verdict;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/// Writes the report. It contains the data in any case, and a model's assessment if there is a
/// model.
final class ValidationReports {
  private final Judging judging;

  ValidationReports(Judging judging) {
    this.judging = judging;
  }

  Report write(UUID run, Skill skill, Result result) {
    ResultFacts facts =
        new ResultFacts(
            skill, Optional.empty(), judging.spent(run), Optional.empty(), Optional.empty());
    Optional<Assessor.Assessment> assessment =
        assess(run, PublishedJson.write(PublishedVerdict.of(result, facts)));
    Verdict verdict = PublishedVerdict.of(result, assessment.map(facts::with).orElse(facts));
    ReportTemplate template = new ReportTemplate(result, skill.bundle(), assessment);
    if (result.rehearsal()) {
      return new Report(template.markdown(), "rehearsal", "", assessment);
    }
    Reporter.Report report =
        judging
            .ask(
                run,
                Purpose.REPORT,
                asked ->
                    new Reporter(asked, _ -> template.body())
                        .report(
                            PublishedJson.write(verdict), Optional.ofNullable(verdict.scores())))
            .answer();
    return new Report(
        template.head()
            + "\n"
            + report.markdown()
            + (report.writer() == Reporter.Writer.MODEL ? ExecutorSection.of(result) : "")
            + CostSection.of(judging.spent(run)),
        report.writer().name().toLowerCase(Locale.ROOT),
        report.note(),
        assessment);
  }

  /// Asks a model for its assessment. Without a usable answer the report has none.
  private Optional<Assessor.Assessment> assess(UUID run, String json) {
    try {
      return Optional.of(
          judging
              .ask(run, Purpose.ASSESS, asked -> new Assessor(asked).assess(json))
              .answer()
              .assessment());
    } catch (ModelFailure e) {
      return Optional.empty();
    }
  }
}
