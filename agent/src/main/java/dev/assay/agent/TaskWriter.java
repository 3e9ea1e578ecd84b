package dev.assay.agent;

import dev.assay.agent.work.BlindTaskCheck;
import dev.assay.agent.work.EvalText;
import dev.assay.agent.work.Prompts;
import dev.assay.agent.work.TaskDrafts;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.model.Message;
import dev.assay.skill.model.ModelFailure;
import dev.assay.skill.model.Purpose;
import dev.assay.skill.task.Task;
import dev.assay.skill.transcript.Transcript;
import java.util.List;
import java.util.stream.Collectors;

/// Asks a model for blind tasks for a skill. Code checks that they are blind. A writer that gives
/// the skill away is told how; after the third attempt there are no tasks.
public final class TaskWriter {
  private final Questions questions;

  public TaskWriter(Questions questions) {
    this.questions = questions;
  }

  /// Tasks with the transcript of the questions that led to them.
  public record Written(List<Task> tasks, Transcript transcript, boolean rehearsal) {
    public Written {
      tasks = List.copyOf(tasks);
    }
  }

  /// @param saved the tasks the skill already has; the new ones must differ
  /// @throws ModelFailure with `MODEL_ANSWER_UNUSABLE` if there are no usable tasks, which says
  ///   nothing about the skill
  public Written write(CandidateSkill skill, int count, List<Task> saved) {
    return ask(Prompts.writeTasks(count), skill, count, saved);
  }

  /// Writes tasks near the skill's work that the skill should leave alone.
  ///
  /// @param known the existing ones
  public Written writeNeighbours(CandidateSkill skill, int count, List<Task> known) {
    return ask(Prompts.writeNeighbours(count), skill, count, known);
  }

  private Written ask(String prompt, CandidateSkill skill, int count, List<Task> saved) {
    UntrustedText fence = UntrustedText.fresh();
    TaskDrafts drafts =
        new TaskDrafts(
            skill.evalFiles(),
            new BlindTaskCheck(skill.name(), skill.description(), skill.files()),
            count,
            saved.size() + 1);
    Questions.Answer<TaskDrafts.Drafts> answer =
        questions.ask(
            Purpose.WRITE_TASKS,
            List.of(
                new Message.Instruction(prompt + fence.explanation()),
                new Message.Request(sections(skill, saved, fence))),
            new AnswerShape<>("tasks", TaskDrafts.SCHEMA, drafts::read));
    if (!answer.value().cannot().isEmpty()) {
      throw new ModelFailure(
          ErrorCode.MODEL_ANSWER_UNUSABLE,
          "No tasks could be written for " + skill.name() + ": " + answer.value().cannot());
    }
    return new Written(answer.value().tasks(), answer.transcript(), answer.rehearsal());
  }

  private static String sections(CandidateSkill skill, List<Task> saved, UntrustedText fence) {
    return fence.around("name", skill.name().text())
        + fence.around("description", skill.description())
        + fence.around("files", String.join("\n", skill.files()))
        + fence.around("document", skill.documentForPrompts())
        + fence.around("evals", EvalText.of(skill.evals()))
        + fence.around(
            "tasks that exist",
            saved.stream().map(Task::prompt).collect(Collectors.joining("\n---\n")));
  }
}
