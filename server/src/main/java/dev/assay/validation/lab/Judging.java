package dev.assay.validation.lab;

import dev.assay.agent.Judge;
import dev.assay.agent.ModelQuestions;
import dev.assay.agent.Models;
import dev.assay.agent.Questions;
import dev.assay.agent.Transcripts;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.model.Purpose;
import dev.assay.skill.task.Task;
import dev.assay.validation.evidence.Grade;
import dev.assay.validation.evidence.ListedSkill;
import dev.assay.validation.evidence.TaskRun;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

/// Has questions answered by models, with the transcript of each kept for its run.
public final class Judging {
  private final ModelQuestions questions;
  private final Models models;
  private final Transcripts transcripts;
  private final Shelf shelf;

  public Judging(ModelQuestions questions, Models models, Transcripts transcripts, Shelf shelf) {
    this.questions = questions;
    this.models = models;
    this.transcripts = transcripts;
    this.shelf = shelf;
  }

  /// An answer and where its transcript is.
  public record Asked<T>(T answer, UUID transcript) {}

  public <T> Asked<T> ask(UUID run, Purpose purpose, Function<Questions, T> question) {
    Transcripts.Keeping keeping = transcripts.open(run.toString(), purpose, models.model(purpose));
    String ending = "failed";
    try {
      T answer = question.apply(questions.of(run.toString(), keeping));
      ending = "answered";
      return new Asked<>(answer, keeping.id());
    } finally {
      keeping.close(ending);
    }
  }

  public Grade judge(UUID run, Task task, TaskRun done, List<ListedSkill> listed) {
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
            shelf.texts(listed));
    Asked<Judge.Judged> judged = ask(run, Purpose.JUDGE, asked -> new Judge(asked).judge(attempt));
    return new Grade(task.id(), judged.answer().judgement(), judged.transcript());
  }
}
