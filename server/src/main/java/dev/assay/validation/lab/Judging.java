package dev.assay.validation.lab;

import dev.assay.agent.CostLine;
import dev.assay.agent.Judge;
import dev.assay.agent.ModelQuestions;
import dev.assay.agent.Models;
import dev.assay.agent.Questions;
import dev.assay.agent.Transcripts;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import dev.assay.skill.model.ModelFailure;
import dev.assay.skill.model.Purpose;
import dev.assay.skill.task.Judgement;
import dev.assay.skill.task.Task;
import dev.assay.validation.evidence.Grade;
import dev.assay.validation.evidence.ListedSkill;
import dev.assay.validation.evidence.TaskRun;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

/// Asks models questions and stores the transcript of each answer for its run.
public final class Judging {
  private final ModelQuestions questions;
  private final Models models;
  private final Transcripts transcripts;
  private final SkillTrees trees;

  public Judging(
      ModelQuestions questions, Models models, Transcripts transcripts, SkillTrees trees) {
    this.questions = questions;
    this.models = models;
    this.transcripts = transcripts;
    this.trees = trees;
  }

  /// Returns the costs of the run's models so far.
  public List<CostLine> spent(UUID run) {
    return questions.spent(run.toString());
  }

  /// An answer and its transcript.
  public record Asked<T>(T answer, UUID transcript) {}

  public <T> Asked<T> ask(UUID run, Purpose purpose, Function<Questions, T> question) {
    Transcripts.Recording recording =
        transcripts.open(run.toString(), purpose, models.model(purpose));
    String ending = "failed";
    try {
      T answer = question.apply(questions.of(run.toString(), recording));
      ending = "answered";
      return new Asked<>(answer, recording.id());
    } catch (ModelFailure failure) {
      throw settled(failure);
    } finally {
      recording.close(ending);
    }
  }

  /// Converts an unusable answer into a final failure. The question was asked three times, and a
  /// retry of the step would ask three more times.
  private static AssayException settled(ModelFailure failure) {
    return failure.code() == ErrorCode.MODEL_ANSWER_UNUSABLE
        ? new AssayException(
            ErrorCode.VALIDATION_ERROR, failure.code() + ": " + failure.reason(), failure)
        : failure;
  }

  /// Judges a task. A task that was not done within its budget counts as not done, whatever it
  /// produced.
  public Grade judge(UUID run, Task task, TaskRun done, List<ListedSkill> listed) {
    return judge(run, task, done, listed, Purpose.JUDGE);
  }

  /// @param purpose the judge to ask: `JUDGE` or `SECOND_JUDGE`
  public Grade judge(UUID run, Task task, TaskRun done, List<ListedSkill> listed, Purpose purpose) {
    if (done.gaveUp()) {
      return Grade.of(task.id(), notDone(done.ending()), done.transcript());
    }
    Judge.Attempt attempt =
        new Judge.Attempt(
            task,
            transcripts
                .find(done.transcript())
                .orElseThrow(
                    () ->
                        new AssayException(
                            ErrorCode.INTERNAL_ERROR,
                            "The transcript of task %s is gone; run the validation again."
                                .formatted(task.id()))),
            done.produced(),
            trees.texts(listed));
    Asked<Judge.Judged> judged =
        ask(run, purpose, asked -> new Judge(asked).judge(attempt, purpose));
    return Grade.of(task.id(), clean(judged.answer().judgement()), judged.transcript());
  }

  private static Judgement notDone(String ending) {
    String reason = "The task was not done within its limits (" + ending + ").";
    return new Judgement(reason, List.of(), List.of("An answer within the limits"), 1, reason);
  }

  private Judgement clean(Judgement judged) {
    return new Judgement(
        clean(judged.analysis()),
        judged.requirementsMet().stream().map(this::clean).toList(),
        judged.requirementsMissed().stream().map(this::clean).toList(),
        judged.score(),
        clean(judged.reason()));
  }

  /// Returns a model's text in one line and without secrets.
  public String shown(String text, int length) {
    return Visible.folded(transcripts.withoutSecrets(text), length);
  }

  private String clean(String text) {
    return EvidenceLimits.text(transcripts.withoutSecrets(text));
  }
}
