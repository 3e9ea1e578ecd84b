package dev.assay.web.console.evidence;

import dev.assay.validation.shown.PageText;
import dev.assay.web.console.Amounts;
import dev.assay.workflow.StepRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The steps of one kind, both those done and those still to come.
///
/// @param kind the first word of the steps' names
/// @param state the state: `to do`, `running`, `done`, `failed` or `interrupted`
/// @param took the duration; empty before the first step begins
public record Phase(String kind, String title, String state, String took, List<Part> parts) {
  private static final Map<String, String> TITLES = titles();

  /// The kinds of steps that every validation has.
  private static final List<String> EXPECTED =
      List.of(
          "prepare",
          "install",
          "tasks",
          "online",
          "judge",
          "offline",
          "judge-offline",
          "regress",
          "report",
          "conclude");

  /// One of several steps, for example that of one task.
  public record Part(String name, String state, String took, int attempt, String reason) {}

  /// @param alive whether steps may still follow
  public static List<Phase> of(List<StepRecord> steps, boolean alive, Instant now) {
    Map<String, List<StepRecord>> byKind = new LinkedHashMap<>();
    if (alive) {
      EXPECTED.forEach(kind -> byKind.put(kind, new ArrayList<>()));
    }
    for (StepRecord step : steps) {
      byKind.computeIfAbsent(kind(step.name()), key -> new ArrayList<>()).add(step);
    }
    List<Phase> phases = new ArrayList<>();
    byKind.forEach((kind, some) -> phases.add(phase(kind, some, now)));
    return List.copyOf(phases);
  }

  private static Phase phase(String kind, List<StepRecord> steps, Instant now) {
    List<Part> parts = steps.stream().map(step -> part(kind, step, now)).toList();
    String title = TITLES.getOrDefault(kind, kind);
    if (steps.isEmpty()) {
      return new Phase(kind, title, "to do", "", parts);
    }
    Instant start = steps.stream().map(StepRecord::started).min(Instant::compareTo).orElse(now);
    Instant end =
        steps.stream().map(step -> step.finished().orElse(now)).max(Instant::compareTo).orElse(now);
    boolean ended = steps.stream().noneMatch(step -> step.state() == StepRecord.State.STARTED);
    return new Phase(
        kind, title, state(parts), ended && !allEnded(steps) ? "" : took(start, end), parts);
  }

  /// Tests whether all steps have an end. An interrupted step has none.
  private static boolean allEnded(List<StepRecord> steps) {
    return steps.stream().map(StepRecord::finished).allMatch(Optional::isPresent);
  }

  private static Part part(String kind, StepRecord step, Instant now) {
    boolean open = step.state() != StepRecord.State.STARTED && step.finished().isEmpty();
    return new Part(
        step.name().substring(kind.length()).strip(),
        word(step.state()),
        open ? "" : took(step.started(), step.finished().orElse(now)),
        step.attempt(),
        PageText.cut(step.reason().orElse("")));
  }

  private static String state(List<Part> parts) {
    for (String state : List.of("running", "failed", "interrupted")) {
      if (parts.stream().anyMatch(part -> part.state().equals(state))) {
        return state;
      }
    }
    return "done";
  }

  private static String word(StepRecord.State state) {
    return switch (state) {
      case STARTED -> "running";
      case FINISHED -> "done";
      case FAILED, INTERRUPTED -> state.name().toLowerCase(Locale.ROOT);
    };
  }

  private static String took(Instant start, Instant end) {
    return Amounts.took(Duration.between(start, end));
  }

  private static String kind(String step) {
    int space = step.indexOf(' ');
    return space < 0 ? step : step.substring(0, space);
  }

  private static Map<String, String> titles() {
    Map<String, String> titles = new LinkedHashMap<>();
    titles.put("prepare", "Prepare");
    titles.put("install", "Install and freeze the candidate");
    titles.put("inspect", "Read the skill for what acts against its user");
    titles.put("tasks", "Write tasks that do not name the skill");
    titles.put("online", "Do the tasks online");
    titles.put("judge", "Judge");
    titles.put("offline", "Do the tasks offline");
    titles.put("judge-offline", "Judge again");
    titles.put("baseline", "Do the tasks without the skill");
    titles.put("judge-baseline", "Judge those");
    titles.put("rejudge", "Judge some once more");
    titles.put("second-judge", "Ask a second judge");
    titles.put("probe", "See whether the skill is chosen");
    titles.put("negatives", "Find tasks that it should leave alone");
    titles.put("negative", "See whether it leaves them alone");
    titles.put("regress", "Test the skills admitted before");
    titles.put("again", "Repeat what ended badly");
    titles.put("judge-again", "Judge that");
    titles.put("before", "Repeat it without the new skill");
    titles.put("judge-before", "Judge that, too");
    titles.put("decide", "Decide from what all executors showed");
    titles.put("report", "Write the report");
    titles.put("conclude", "Conclude");
    return titles;
  }
}
