package dev.assay.validation.report;

import dev.assay.skill.Visible;
import dev.assay.validation.evidence.ExecutorLine;
import dev.assay.validation.evidence.Result;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The models that proved a skill, with a line for each and its grade of every task. A model never
/// writes this section.
public final class ExecutorSection {
  private ExecutorSection() {}

  /// Returns the section, or an empty text if one model did all tasks.
  public static String of(Result result) {
    List<ExecutorLine> lines = result.executors();
    if (lines.size() < 2) {
      return "";
    }
    StringBuilder text = new StringBuilder("\n## Executors\n\n");
    text.append(
        "%s, by the policy `%s` (%d configured).%n%n"
            .formatted(
                proved(lines)
                    .map(names -> "Proved with " + names)
                    .orElse("Proved with none of them"),
                result.executorPolicy(),
                lines.size()));
    text.append("| model | outcome | overall | completion | trigger | offline | cost | why |\n");
    text.append("|---|---|---|---|---|---|---|---|\n");
    for (ExecutorLine line : lines) {
      text.append(
          "| %s | %s | %s | %s | %s | %s | %s | %s |%n"
              .formatted(
                  plain(line.model()),
                  line.outcome(),
                  line.scores().map(scores -> scores.overall().toPlainString()).orElse("—"),
                  line.scores().map(scores -> scores.completion().toPlainString()).orElse("—"),
                  line.scores().map(scores -> scores.trigger().toPlainString()).orElse("—"),
                  line.scores().map(scores -> scores.offline().toPlainString()).orElse("—"),
                  line.cost().setScale(4, RoundingMode.HALF_UP).toPlainString(),
                  plain(why(line))));
    }
    tasks(text, lines);
    return text.toString();
  }

  /// Returns the models that passed, as "A and B".
  private static Optional<String> proved(List<ExecutorLine> lines) {
    List<String> names =
        lines.stream()
            .filter(line -> line.outcome().equals("passed"))
            .map(line -> plain(line.model()))
            .toList();
    return names.isEmpty() ? Optional.empty() : Optional.of(String.join(" and ", names));
  }

  private static String why(ExecutorLine line) {
    List<String> why = new ArrayList<>();
    line.reasons().forEach(reason -> why.add(reason.code() + ": " + reason.message()));
    why.addAll(line.held());
    if (!line.inconclusive().isEmpty()) {
      why.add(line.inconclusive());
    }
    return String.join(" ", why);
  }

  private static void tasks(StringBuilder text, List<ExecutorLine> lines) {
    List<String> tasks =
        lines.stream()
            .flatMap(line -> line.tasks().stream().map(ExecutorLine.Cell::task))
            .distinct()
            .toList();
    if (tasks.isEmpty()) {
      return;
    }
    text.append(
        "\nGrades of 1 to 5, online and offline; *unused* where the skill was not used.\n\n");
    text.append("| task |");
    lines.forEach(line -> text.append(" ").append(plain(line.model())).append(" |"));
    text.append("\n|---|").append("---|".repeat(lines.size())).append("\n");
    for (String task : tasks) {
      text.append("| ").append(plain(task)).append(" |");
      for (ExecutorLine line : lines) {
        text.append(" ").append(cell(line, task)).append(" |");
      }
      text.append("\n");
    }
  }

  private static String cell(ExecutorLine line, String task) {
    return line.tasks().stream()
        .filter(cell -> cell.task().equals(task))
        .findFirst()
        .map(
            cell ->
                "%s, %s%s"
                    .formatted(
                        cell.online().map(String::valueOf).orElse("—"),
                        cell.offline().map(String::valueOf).orElse("—"),
                        cell.used() ? "" : ", *unused*"))
        .orElse("—");
  }

  /// Returns a text in one line without Markdown syntax.
  private static String plain(String text) {
    return Visible.text(text.replaceAll("\\s+", " "))
        .replaceAll("([\\\\`*_{}\\[\\]<>#|!])", "\\\\$1");
  }
}
