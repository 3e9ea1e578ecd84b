package dev.assay.validation.shown;

import dev.assay.skill.task.Judgement;
import dev.assay.validation.evidence.Checked;
import dev.assay.validation.evidence.Grade;
import java.util.List;
import java.util.UUID;

/// The judgement of a task that was done.
///
/// @param score the grade, 1 to 5; 0 if the task could not be judged
/// @param reason the judge's reason, or the reason why the task could not be judged
/// @param checked the answer of the task's own checker, in words; empty if the task has none
public record GradeView(
    int score,
    boolean completed,
    String reason,
    String analysis,
    List<String> met,
    List<String> missed,
    String checked,
    UUID transcript) {
  static GradeView of(Grade grade) {
    return new GradeView(
        grade.score().orElse(0),
        grade.completed(),
        PageText.cut(grade.judgement().map(Judgement::reason).orElse(grade.problem())),
        PageText.cut(grade.judgement().map(Judgement::analysis).orElse("")),
        PageText.cut(grade.judgement().map(Judgement::requirementsMet).orElse(List.of())),
        PageText.cut(grade.judgement().map(Judgement::requirementsMissed).orElse(List.of())),
        grade.checked().map(GradeView::words).orElse(""),
        grade.transcript());
  }

  private static String words(Checked checked) {
    return PageText.cut(
        switch (checked.outcome()) {
          case RIGHT -> "right";
          case WRONG -> "wrong: " + checked.words();
          case UNUSABLE -> "not used: " + checked.words();
        });
  }
}
