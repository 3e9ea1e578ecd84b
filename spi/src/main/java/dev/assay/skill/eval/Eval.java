package dev.assay.skill.eval;

import java.util.List;

/// A task with the description of a good answer.
///
/// @param files input files, relative to the skill's folder
/// @param expectations statements that must hold of the result; `assertions` in the other spelling
public record Eval(
    String id,
    String prompt,
    String expectedOutput,
    List<String> files,
    List<String> expectations) {
  public Eval {
    if (id.isBlank() || prompt.isBlank()) {
      throw new IllegalArgumentException("an eval needs an id and a prompt");
    }
    files = List.copyOf(files);
    expectations = List.copyOf(expectations);
  }
}
