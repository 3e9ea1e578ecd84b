package dev.assay.cli.fulltest;

import dev.assay.cli.connection.WireAnswers;
import dev.assay.cli.terminal.ExitCode;
import dev.assay.cli.terminal.Table;
import dev.assay.skill.Visible;
import dev.assay.wire.FullTestVerdict;
import dev.assay.wire.VerdictTask;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The results of a full test in words.
final class FullTestFindings {
  private static final List<String> ALIVE = List.of("waiting", "running");
  private static final int LONGEST = 200;

  private FullTestFindings() {}

  static boolean isAlive(JsonNode test) {
    return ALIVE.contains(test.path("state").asString(""));
  }

  static int exitCode(JsonNode test) {
    JsonNode counts = test.path("counts");
    if (counts.path("failed").asLong() > 0) {
      return ExitCode.FAILED;
    }
    boolean whole = test.path("state").asString("").equals("finished");
    return whole && counts.path("inconclusive").asLong() == 0
        ? ExitCode.PASSED
        : ExitCode.INCONCLUSIVE;
  }

  /// Names the engine, unless it is the local one.
  private static String engine(JsonNode test) {
    String engine = test.path("engine").asString("");
    return engine.isEmpty() || engine.equals("local")
        ? ""
        : " with the engine " + Visible.line(engine, 40);
  }

  static String text(JsonNode test) {
    StringBuilder text = new StringBuilder();
    if (test.path("skills").isEmpty()) {
      text.append("No skill is approved, so there is nothing to test.\n");
    } else {
      Table table = new Table("SKILL", "OUTCOME", "OVERALL", "ONLINE", "OFFLINE", "REASON");
      for (JsonNode line : test.path("skills")) {
        Optional<FullTestVerdict> results =
            WireAnswers.read(line.path("results"), FullTestVerdict.class);
        List<VerdictTask> tasks = results.map(FullTestVerdict::tasks).orElse(List.of());
        table.add(
            line.path("name").asString("") + " v" + line.path("version").asInt(),
            line.path("outcome").asString("not tested"),
            line.path("overall").asString("-"),
            grades(tasks, VerdictTask::online),
            grades(tasks, VerdictTask::offline),
            Visible.folded(results.map(FullTestVerdict::reason).orElse(""), LONGEST));
      }
      text.append(table).append('\n');
      JsonNode counts = test.path("counts");
      text.append(
          "\n%d passed, %d failed, %d inconclusive on image %s%s%s\n"
              .formatted(
                  counts.path("passed").asLong(),
                  counts.path("failed").asLong(),
                  counts.path("inconclusive").asLong(),
                  test.path("image").asString("?"),
                  engine(test),
                  test.path("rehearsal").asBoolean()
                      ? " (rehearsal: by rules, without a model)"
                      : ""));
    }
    String state = test.path("state").asString("");
    if (!state.equals("finished")) {
      text.append(
          "The full test is %s. %s\n"
              .formatted(
                  state.replace('_', ' '), Visible.folded(test.path("reason").asString(""), 500)));
      if (state.equals("inconclusive") || state.equals("timed_out")) {
        text.append("Go on with: assay full-test --resume\n");
      }
    }
    return text.toString().stripTrailing();
  }

  /// Lists the judge's grade of each task, 1 to 5, and `-` for a task without a grade.
  private static String grades(
      List<VerdictTask> tasks, Function<VerdictTask, VerdictTask.@Nullable Attempt> phase) {
    String all =
        tasks.stream()
            .map(task -> Optional.ofNullable(phase.apply(task)))
            .map(attempt -> attempt.map(each -> String.valueOf(each.score())).orElse("-"))
            .collect(Collectors.joining(" "));
    return all.isEmpty() ? "-" : all;
  }
}
