package dev.assay.cli.evals;

import dev.assay.examination.EvalExamination;
import dev.assay.skill.Finding;
import dev.assay.skill.Visible;

/// The output of `assay evals check` for one skill.
final class EvalsText {
  private static final int LONGEST_PROMPT = 70;

  private EvalsText() {}

  static String of(EvalExamination.Result result) {
    StringBuilder text = new StringBuilder();
    text.append(Visible.line(result.name())).append('\n');
    for (EvalExamination.Test test : result.tests()) {
      text.append(test.faults().isEmpty() ? "  ✓ " : "  ✗ ")
          .append(Visible.line(test.id()))
          .append("  ")
          .append(shortened(test.prompt()))
          .append('\n');
      for (EvalExamination.Fault fault : test.faults()) {
        text.append("      ")
            .append(fault.rule())
            .append(": ")
            .append(Visible.line(fault.message()))
            .append("\n      better: ")
            .append(Visible.line(fault.example()))
            .append('\n');
      }
    }
    for (Finding unread : result.unread()) {
      text.append("  ✗ ")
          .append(Visible.line(unread.file() + (unread.line() > 0 ? ":" + unread.line() : "")))
          .append("  ")
          .append(Visible.line(unread.message()))
          .append("\n      better: ")
          .append(Visible.line(unread.hint()))
          .append('\n');
    }
    return text.append(summary(result)).toString();
  }

  private static String summary(EvalExamination.Result result) {
    long usable = result.tests().stream().filter(test -> test.faults().isEmpty()).count();
    String counted =
        "  %d of %d tests can be used; with the worked examples of SKILL.md that makes %d of %d tasks. "
            .formatted(usable, result.tests().size(), result.tasks(), result.needed());
    return counted
        + (result.enough()
            ? "That is enough for a validation without a model.\n"
            : "Without a model a validation will be inconclusive%s.\n"
                .formatted(
                    result.tests().isEmpty()
                        ? "; `assay evals init` writes tests to begin with"
                        : ""));
  }

  private static String shortened(String prompt) {
    String line = Visible.line(prompt.replaceAll("\\s+", " "));
    return line.length() <= LONGEST_PROMPT ? line : line.substring(0, LONGEST_PROMPT - 1) + "…";
  }
}
