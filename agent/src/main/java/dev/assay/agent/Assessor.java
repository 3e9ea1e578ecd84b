package dev.assay.agent;

import dev.assay.agent.work.Assessments;
import dev.assay.agent.work.Prompts;
import dev.assay.agent.work.ReportNumbers;
import dev.assay.skill.model.Message;
import dev.assay.skill.model.Purpose;
import dev.assay.skill.transcript.Transcript;
import java.util.List;

/// Asks a model for a skill's strengths and weaknesses, from the result of its validation.
public final class Assessor {
  private final Questions questions;

  public Assessor(Questions questions) {
    this.questions = questions;
  }

  /// @param strengths 1 to 3
  /// @param weaknesses 0 to 2
  /// @param recommendations 1 to 3
  public record Assessment(
      List<String> strengths,
      List<String> weaknesses,
      List<String> recommendations,
      String summary) {
    public Assessment {
      strengths = List.copyOf(strengths);
      weaknesses = List.copyOf(weaknesses);
      recommendations = List.copyOf(recommendations);
    }
  }

  /// An assessment with the transcript of the questions that led to it.
  public record Assessed(Assessment assessment, Transcript transcript, boolean rehearsal) {}

  /// @param resultJson the scores, the tasks with their judgements, and the network attempts
  public Assessed assess(String resultJson) {
    UntrustedText fence = UntrustedText.fresh();
    ReportNumbers data = new ReportNumbers(resultJson);
    Questions.Answer<Assessments.Parts> answer =
        questions.ask(
            Purpose.ASSESS,
            List.of(
                new Message.Instruction(Prompts.assess() + fence.explanation()),
                new Message.Request(fence.around("result", resultJson))),
            new AnswerShape<>(
                "assessment", Assessments.SCHEMA, json -> Assessments.read(json, data)));
    Assessments.Parts parts = answer.value();
    return new Assessed(
        new Assessment(
            parts.strengths(), parts.weaknesses(), parts.recommendations(), parts.summary()),
        answer.transcript(),
        answer.rehearsal());
  }
}
