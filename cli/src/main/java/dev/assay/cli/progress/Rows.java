package dev.assay.cli.progress;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A validation as a few rows: one for each separate step, one for each task, and one for all
/// skills that are tested again.
///
/// @param running the time since a step was first seen at work
record Rows(RunStatus standing, StepFindings evidence, Function<String, Duration> running) {
  /// The lowest grade, of 1 to 5, with which a task counts as done.
  private static final int DONE = 3;

  private static final Set<String> TRIALS = Set.of("online", "judge", "offline", "judge-offline");
  private static final Map<String, String> TITLES =
      Map.of(
          "prepare", "prepare",
          "install", "install",
          "inspect", "read for attacks",
          "tasks", "write tasks",
          "report", "report",
          "conclude", "conclude");

  private static final Map<String, String> COUNTED =
      Map.of(
          "baseline", "without the skill",
          "probe", "see what is chosen",
          "negative", "leave others' work",
          "again", "repeat suspects",
          "before", "and without it");
  private static final Set<String> JUDGED_BESIDE =
      Set.of("judge-baseline", "judge-again", "judge-before", "rejudge", "second-judge");

  /// @param mark ` ` not begun, `…` at work, `✓` done, `✗` judged as not done, `!` failed and may
  ///   be retried
  record Row(String mark, String title, String text) {}

  List<Row> all() {
    List<Row> rows = new ArrayList<>();
    if (standing.state().equals("waiting")) {
      rows.add(new Row(" ", "waiting", "behind " + standing.ahead() + " other validations"));
    }
    Set<String> seen = new LinkedHashSet<>();
    for (RunStatus.Step step : standing.steps()) {
      String key = TRIALS.contains(step.phase()) ? "trials" : step.phase();
      if (JUDGED_BESIDE.contains(key)) {
        continue;
      }
      if (seen.add(key)) {
        rows.addAll(
            switch (key) {
              case "trials" -> trials();
              case "regress" -> List.of(regressions());
              default -> COUNTED.containsKey(key) ? List.of(counted(key)) : List.of(single(step));
            });
      }
    }
    standing
        .spent()
        .ifPresent(
            spent -> rows.add(new Row(standing.isAlive() ? "…" : "✓", "models so far", spent)));
    return rows;
  }

  private Row single(RunStatus.Step step) {
    String time = time(step);
    return new Row(
        mark(step),
        TITLES.getOrDefault(step.name(), step.name()),
        step.reason().filter(_ -> !step.isFinished()).map(r -> time + "  " + r).orElse(time));
  }

  private List<Row> trials() {
    Set<String> tasks =
        standing.steps().stream()
            .filter(step -> TRIALS.contains(step.phase()))
            .map(RunStatus.Step::about)
            .collect(Collectors.toCollection(TreeSet::new));
    return tasks.stream().map(this::trial).toList();
  }

  private Row trial(String task) {
    List<RunStatus.Step> own =
        standing.steps().stream()
            .filter(step -> TRIALS.contains(step.phase()) && step.about().equals(task))
            .toList();
    boolean done =
        Stream.of("judge ", "judge-offline ")
            .flatMap(judge -> evidence.score(judge + task).stream())
            .allMatch(score -> score >= DONE);
    String mark =
        own.stream()
            .map(Rows::mark)
            .filter(each -> !each.equals("✓"))
            .findFirst()
            .orElse(done ? "✓" : "✗");
    String text = phase(task, "online", "judge") + "   " + phase(task, "offline", "judge-offline");
    return new Row(mark, task, text.strip());
  }

  private String phase(String task, String trial, String judge) {
    Optional<RunStatus.Step> done = step(trial + " " + task);
    if (done.isEmpty()) {
      return "";
    }
    String text = trial + " " + time(done.get());
    if (done.get().isFinished()) {
      text += ", net " + evidence.contacts(trial + " " + task);
      Optional<RunStatus.Step> judged = step(judge + " " + task);
      text +=
          judged
              .map(
                  each ->
                      each.isFinished()
                          ? evidence
                              .score(each.name())
                              .map(s -> ", " + s + "/5")
                              .orElse(", not judged")
                          : ", judging")
              .orElse("");
    }
    return text;
  }

  private Row counted(String phase) {
    List<RunStatus.Step> all =
        standing.steps().stream().filter(step -> step.phase().equals(phase)).toList();
    long done = all.stream().filter(RunStatus.Step::isFinished).count();
    return new Row(
        done == all.size() ? "✓" : "…",
        COUNTED.getOrDefault(phase, phase),
        done + " of " + all.size() + " begun are done");
  }

  private Row regressions() {
    List<RunStatus.Step> all =
        standing.steps().stream().filter(step -> step.phase().equals("regress")).toList();
    long done = all.stream().filter(RunStatus.Step::isFinished).count();
    return new Row(
        done == all.size() ? "✓" : "…",
        "test others again",
        done + " of " + all.size() + " skills begun are done");
  }

  private Optional<RunStatus.Step> step(String name) {
    return standing.steps().stream().filter(step -> step.name().equals(name)).findFirst();
  }

  private String time(RunStatus.Step step) {
    return step.isFinished()
        ? DurationText.took(step)
        : DurationText.words(running.apply(step.name()));
  }

  private static String mark(RunStatus.Step step) {
    return step.isFinished() ? "✓" : step.isRunning() ? "…" : "!";
  }
}
