package dev.assay.agent;

import dev.assay.agent.work.Prompts;
import dev.assay.agent.work.ReportNumbers;
import dev.assay.agent.work.ReportReader;
import dev.assay.skill.model.Message;
import dev.assay.skill.model.ModelFailure;
import dev.assay.skill.model.Purpose;
import dev.assay.wire.VerdictScores;
import java.util.List;
import java.util.Optional;

/// Asks a model for the report, and checks that every number in it is a number of the result. If
/// the model fails, a template renders the report, so there always is one.
public final class Reporter {
  private final Questions questions;
  private final Template template;

  public Reporter(Questions questions, Template template) {
    this.questions = questions;
    this.template = template;
  }

  /// Renders a report without a model. It cannot fail for a result that is complete.
  @FunctionalInterface
  public interface Template {
    String render(String resultJson);
  }

  /// The author of a report.
  public enum Writer {
    MODEL,
    REHEARSAL,
    TEMPLATE
  }

  /// @param note the reason why the template wrote it; empty otherwise
  public record Report(String markdown, Writer writer, String note) {}

  /// @param scores the scores in the result; empty if there are none
  public Report report(String resultJson, Optional<VerdictScores> scores) {
    UntrustedText fence = UntrustedText.fresh();
    ReportNumbers data = new ReportNumbers(resultJson);
    try {
      Questions.Answer<String> answer =
          questions.ask(
              Purpose.REPORT,
              List.of(
                  new Message.Instruction(Prompts.report() + fence.explanation()),
                  new Message.Request(fence.around("result", resultJson))),
              new AnswerShape<>(
                  "report", ReportReader.SCHEMA, json -> ReportReader.read(json, data, scores)));
      return new Report(answer.value(), answer.rehearsal() ? Writer.REHEARSAL : Writer.MODEL, "");
    } catch (ModelFailure e) {
      return new Report(template.render(resultJson), Writer.TEMPLATE, e.reason());
    }
  }
}
