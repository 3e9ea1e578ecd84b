package dev.assay.agent;

import dev.assay.agent.activation.ListedFolders;
import dev.assay.agent.work.JudgeAnswerReader;
import dev.assay.agent.work.JudgeView;
import dev.assay.agent.work.Prompts;
import dev.assay.agent.work.SkillTexts;
import dev.assay.skill.SkillName;
import dev.assay.skill.model.Message;
import dev.assay.skill.model.Purpose;
import dev.assay.skill.task.Judgement;
import dev.assay.skill.task.Task;
import dev.assay.skill.task.TaskFile;
import dev.assay.skill.transcript.Transcript;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Asks a model how well a task was done. The judge sees the task, the steps and the products. It
/// never sees the text of a skill, and all foreign text is fenced.
public final class Judge {
  private final Questions questions;

  public Judge(Questions questions) {
    this.questions = questions;
  }

  /// A task that was done.
  ///
  /// @param produced the files that are there afterwards and were not before
  /// @param skills the files of every listed skill, whose text the judge must not see
  public record Attempt(
      Task task,
      Transcript transcript,
      List<TaskFile> produced,
      Map<SkillName, List<TaskFile>> skills) {
    public Attempt {
      produced = List.copyOf(produced);
      skills = Map.copyOf(skills);
    }
  }

  /// A judgement with the transcript of the questions that led to it.
  public record Judged(Judgement judgement, Transcript transcript, boolean rehearsal) {}

  /// @throws dev.assay.skill.model.ModelFailure if there is no usable judgement, which says nothing
  ///   about the task
  public Judged judge(Attempt attempt) {
    return judge(attempt, Purpose.JUDGE);
  }

  /// @param purpose the judge to ask: `JUDGE` or `SECOND_JUDGE`
  public Judged judge(Attempt attempt, Purpose purpose) {
    UntrustedText fence = UntrustedText.fresh();
    Questions.Answer<Judgement> answer =
        questions.ask(
            purpose,
            List.of(
                new Message.Instruction(Prompts.judge() + fence.explanation()),
                new Message.Request(sections(attempt, fence))),
            new AnswerShape<>("judgement", JudgeAnswerReader.SCHEMA, JudgeAnswerReader::read));
    return new Judged(answer.value(), answer.transcript(), answer.rehearsal());
  }

  private static String sections(Attempt attempt, UntrustedText fence) {
    Task task = attempt.task();
    StringBuilder text = new StringBuilder();
    text.append(fence.around("task", task.prompt()));
    text.append(fence.around("criteria", String.join("\n", task.criteria())));
    text.append(fence.around("expected result", task.expected().orElse("")));
    text.append(fence.around("expectations", String.join("\n", task.expectations())));
    JudgeView view =
        new JudgeView(skillTexts(attempt), new ListedFolders(attempt.skills().keySet()));
    view.of(attempt.transcript(), attempt.produced())
        .forEach(piece -> text.append(fence.around(piece.label(), piece.text())));
    return text.toString();
  }

  private static SkillTexts skillTexts(Attempt attempt) {
    List<String> documents = new ArrayList<>();
    List<String> programs = new ArrayList<>();
    for (List<TaskFile> files : attempt.skills().values()) {
      for (TaskFile file : files) {
        String name = file.name().toLowerCase(Locale.ROOT);
        boolean prose = name.endsWith(".md") || name.endsWith(".txt") || !name.contains(".");
        (prose ? documents : programs).add(new String(file.content(), StandardCharsets.UTF_8));
      }
    }
    Task task = attempt.task();
    List<String> known = new ArrayList<>(task.criteria());
    known.addAll(task.expectations());
    known.add(task.prompt());
    task.expected().ifPresent(known::add);
    return new SkillTexts(documents, programs, known);
  }
}
