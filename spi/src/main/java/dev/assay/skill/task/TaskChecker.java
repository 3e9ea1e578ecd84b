package dev.assay.skill.task;

import java.util.List;

/// A program that computes whether the result of a task is right.
///
/// @param script for `/bin/sh`; its first argument is a file with the last answer, its second the
///   folder with the files that were produced, and the input lies in `/workspace/uploads`. It ends
///   with 0 if the result is right, with 1 and a line that says why if it is wrong
/// @param answer of a result that is right: an example, by which the program itself is checked
/// @param files of the same result
public record TaskChecker(String script, String answer, List<TaskFile> files) {
  public TaskChecker {
    if (script.isBlank()) {
      throw new IllegalArgumentException("a checker needs a script");
    }
    files = List.copyOf(files);
  }
}
