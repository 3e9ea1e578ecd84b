package dev.assay.validation;

import dev.assay.agent.Assessor;
import dev.assay.agent.Reporter;
import dev.assay.skill.model.ModelFailure;
import dev.assay.skill.model.Purpose;
import dev.assay.validation.evidence.Report;
import dev.assay.validation.evidence.Result;
import dev.assay.validation.lab.Judging;
import dev.assay.validation.report.CostSection;
import dev.assay.validation.report.ExecutorSection;
import dev.assay.validation.report.ReportTemplate;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/// Writes the report: what the data says in any case, and what a model makes of it if there is one.
final class ValidationReports {
  private final Judging judging;

  ValidationReports(Judging judging) {
    this.judging = judging;
  }

  Report write(UUID run, Result result) {
    String json = ResultJson.result(result);
    Optional<Assessor.Assessment> assessment = assess(run, json);
    ReportTemplate template = new ReportTemplate(result, assessment);
    if (result.rehearsal()) {
      return new Report(template.markdown(), "rehearsal", "");
    }
    Reporter.Report report =
        judging
            .ask(
                run,
                Purpose.REPORT,
                asked -> new Reporter(asked, _ -> template.markdown()).report(json))
            .answer();
    return new Report(
        report.markdown()
            + (report.writer() == Reporter.Writer.MODEL ? ExecutorSection.of(result) : "")
            + CostSection.of(judging.spent(run)),
        report.writer().name().toLowerCase(Locale.ROOT),
        report.note());
  }

  /// The report does without if no model can say anything.
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
