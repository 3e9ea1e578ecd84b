package dev.assay.skill.task;

import java.util.List;

/// A program that computes whether the result of a task is right.
///
/// @param script a script for `/bin/sh`. Its first argument is a file with the last answer, its
///   second the folder with the files that were produced; the input lies in `/workspace/uploads`.
///   It exits with 0 if the result is right, with 1 and a line with the reason if it is wrong
/// @param answer the answer of a correct example, by which the program itself is checked
/// @param files the files of the same example
public record TaskChecker(String script, String answer, List<TaskFile> files) {
  public TaskChecker {
    if (script.isBlank()) {
      throw new IllegalArgumentException("a checker needs a script");
    }
    files = List.copyOf(files);
  }
}
