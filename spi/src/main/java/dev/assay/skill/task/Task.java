package dev.assay.skill.task;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// A task that never names the skill it is meant for.
///
/// @param id an id that is unique among the tasks of one skill
/// @param prompt the only text that the executing agent is given
/// @param criteria the criteria of success, for the judge
/// @param expected the result, where it can be known
/// @param expectations statements that must hold of the result, as in evals
/// @param files the input, the same bytes in every sandbox
/// @param checker a program that computes whether a result is right, where that is possible
public record Task(
    String id,
    String prompt,
    List<String> criteria,
    Optional<String> expected,
    List<String> expectations,
    List<TaskFile> files,
    Optional<TaskChecker> checker) {
  public Task(
      String id,
      String prompt,
      List<String> criteria,
      Optional<String> expected,
      List<String> expectations,
      List<TaskFile> files) {
    this(id, prompt, criteria, expected, expectations, files, Optional.empty());
  }

  public Task {
    if (id.isBlank() || prompt.isBlank()) {
      throw new IllegalArgumentException("a task needs an id and a prompt");
    }
    criteria = List.copyOf(criteria);
    expectations = List.copyOf(expectations);
    files = List.copyOf(files);
    checker = Objects.requireNonNullElse(checker, Optional.empty()); // not in older records
  }
}
