package dev.assay.cli.verdict;

import dev.assay.cli.terminal.Table;
import dev.assay.skill.Visible;
import dev.assay.wire.SkillScores;
import dev.assay.wire.Verdict;
import dev.assay.wire.VerdictExecutor;
import dev.assay.wire.VerdictScores;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The models that proved a skill.
public final class ExecutorTable {
  private ExecutorTable() {}

  /// Returns one line for each model with its grades by task; empty if one model did all tasks.
  public static String of(Verdict verdict) {
    List<VerdictExecutor> executors = verdict.executors();
    if (executors.size() < 2) {
      return "";
    }
    Table table = new Table("EXECUTOR", "OUTCOME", "OVERALL", "ONLINE", "OFFLINE", "COST");
    for (VerdictExecutor each : executors) {
      VerdictScores scores = each.scores();
      table.add(
          Visible.line(each.model(), 40),
          Visible.line(each.outcome(), 20),
          scores == null ? "—" : scores.overall().toPlainString(),
          grades(each, VerdictExecutor.Cell::online),
          grades(each, VerdictExecutor.Cell::offline),
          each.cost().toPlainString());
    }
    return table
        + "\n"
        + summary(
            passed(executors.stream(), VerdictExecutor::outcome, VerdictExecutor::model),
            executors.size(),
            verdict.executorPolicy());
  }

  /// Summarizes the models in one line, such as "Proved with A and B of 3 executors (majority).";
  /// empty for a single model.
  public static String summary(SkillScores scores) {
    List<SkillScores.Model> models = scores.executors();
    return models.size() < 2
        ? ""
        : summary(
            passed(models.stream(), SkillScores.Model::outcome, SkillScores.Model::model),
            models.size(),
            scores.executorPolicy());
  }

  private static <T> List<String> passed(
      Stream<T> models, Function<T, String> outcome, Function<T, String> name) {
    return models
        .filter(each -> outcome.apply(each).equals("passed"))
        .map(each -> Visible.line(name.apply(each), 40))
        .toList();
  }

  private static String summary(List<String> passed, int all, String policy) {
    return "Proved with %s of %d executors (%s)."
        .formatted(
            passed.isEmpty() ? "none" : String.join(" and ", passed),
            all,
            Visible.line(policy, 20));
  }

  private static String grades(
      VerdictExecutor executor, Function<VerdictExecutor.Cell, @Nullable Integer> grade) {
    String all =
        executor.tasks().stream()
            .flatMap(each -> Stream.ofNullable(grade.apply(each)))
            .map(Object::toString)
            .collect(Collectors.joining(" "));
    return all.isEmpty() ? "—" : all;
  }
}
