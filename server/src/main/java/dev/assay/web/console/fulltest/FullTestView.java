package dev.assay.web.console.fulltest;

import dev.assay.registry.FullTestLog;
import dev.assay.validation.FullTests;
import dev.assay.validation.PublishedFullTest;
import dev.assay.web.console.evidence.TestedView;
import java.util.List;
import java.util.Optional;

/// A full test as a table of skills and tasks.
public record FullTestView(FullTests.Standing standing, List<Row> rows) {
  /// @param doing the current steps of the skill; empty if there are none
  public record Row(FullTestLog.Line line, Optional<TestedView> found, String doing) {
    public String colour() {
      return FullTestView.colour(line.outcome().orElse(""));
    }

    public String words() {
      return line.outcome().orElse(doing.isEmpty() ? "to do" : "running");
    }
  }

  static FullTestView of(FullTests.Standing standing) {
    return new FullTestView(
        standing,
        standing.found().map(FullTestLog.FullTest::lines).orElse(List.of()).stream()
            .map(line -> row(standing, line))
            .toList());
  }

  private static Row row(FullTests.Standing standing, FullTestLog.Line line) {
    List<String> doing =
        standing.steps().stream()
            .filter(step -> (step + " ").contains(" " + line.name() + " "))
            .map(step -> (step + " ").replace(" " + line.name() + " ", " ").strip())
            .toList();
    return new Row(
        line,
        line.results().map(PublishedFullTest::of).map(TestedView::of),
        String.join(", ", doing));
  }

  public boolean alive() {
    return standing.state().equals("running") || standing.state().equals("waiting");
  }

  public boolean resumable() {
    return standing.state().equals("inconclusive") || standing.state().equals("timed_out");
  }

  /// Returns the largest number of tasks of a skill.
  public int columns() {
    return rows.stream()
        .mapToInt(row -> row.found().map(found -> found.tasks().size()).orElse(0))
        .max()
        .orElse(0);
  }

  public int percent() {
    return standing.of() == 0 ? 0 : 100 * standing.done() / standing.of();
  }

  public String words() {
    return switch (standing.state()) {
      case "waiting" -> "Waits for its turn";
      case "running" -> "Under way";
      case "finished" -> summary();
      default -> "No result: " + standing.state().replace('_', ' ');
    };
  }

  private String summary() {
    return "%d passed, %d failed, %d inconclusive"
        .formatted(count("passed"), count("failed"), count("inconclusive"));
  }

  public String colour() {
    if (alive()) {
      return "blue";
    }
    if (!standing.state().equals("finished")) {
      return "orange";
    }
    return count("failed") > 0 ? "red" : count("inconclusive") > 0 ? "orange" : "green";
  }

  private long count(String outcome) {
    return rows.stream().filter(row -> row.line().outcome().equals(Optional.of(outcome))).count();
  }

  static String colour(String outcome) {
    return switch (outcome) {
      case "passed" -> "green";
      case "failed" -> "red";
      case "inconclusive" -> "orange";
      default -> "secondary";
    };
  }
}
