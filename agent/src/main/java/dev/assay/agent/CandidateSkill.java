package dev.assay.agent;

import dev.assay.skill.SkillName;
import dev.assay.skill.eval.Evals;
import dev.assay.skill.task.TaskFile;
import java.util.List;

/// The skill under test, as far as the writer of its tasks may know it.
///
/// @param document the whole SKILL.md
/// @param files the paths of the admitted tree
/// @param evals the author's own tests, for inspiration
/// @param evalFiles the input files of those tests, by the paths the evals use
public record CandidateSkill(
    SkillName name,
    String description,
    String document,
    List<String> files,
    Evals evals,
    List<TaskFile> evalFiles) {
  private static final int LONGEST_IN_PROMPT = 60_000;

  public CandidateSkill {
    files = List.copyOf(files);
    evalFiles = List.copyOf(evalFiles);
  }

  /// The beginning of the document, cut to the room that a prompt has.
  String documentForPrompts() {
    return document.substring(0, Math.min(document.length(), LONGEST_IN_PROMPT));
  }
}
