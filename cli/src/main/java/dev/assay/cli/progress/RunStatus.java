package dev.assay.cli.progress;

import java.math.RoundingMode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// The status of a validation as the server reports it.
///
/// @param state the state of the run: `waiting`, `running`, or its final state
/// @param ahead the number of runs that wait before it
/// @param spent the model calls and their cost so far; empty if no model was called
public record RunStatus(
    String run,
    String state,
    String status,
    long ahead,
    List<Step> steps,
    Optional<String> inconclusive,
    Optional<String> spent) {
  /// @param state `started`, `interrupted`, `failed` or `finished`
  public record Step(
      String name,
      String state,
      int attempt,
      Instant started,
      Optional<Instant> finished,
      Optional<String> reason) {
    public boolean isFinished() {
      return state.equals("finished");
    }

    public boolean isRunning() {
      return state.equals("started");
    }

    /// Returns the first word of the step's name, such as `online`, `judge` or `regress`.
    public String phase() {
      int blank = name.indexOf(' ');
      return blank < 0 ? name : name.substring(0, blank);
    }

    /// Returns the task or skill of the step; empty if it has none.
    public String about() {
      int blank = name.indexOf(' ');
      return blank < 0 ? "" : name.substring(blank + 1);
    }

    /// Tests whether the step is about a task or skill. The evidence of such steps is shown while
    /// the validation runs.
    public boolean isTelling() {
      return !about().isEmpty();
    }
  }

  public RunStatus {
    steps = List.copyOf(steps);
  }

  public static RunStatus of(JsonNode status) {
    return new RunStatus(
        status.path("run_id").asString(""),
        status.path("run_state").asString(""),
        status.path("status").asString(""),
        status.path("waiting_behind").asLong(0),
        status.path("steps").valueStream().map(RunStatus::step).toList(),
        text(status, "inconclusive_reason"),
        spent(status.path("spent")));
  }

  private static Optional<String> spent(JsonNode spent) {
    long calls = spent.path("calls").asLong(0);
    return calls == 0
        ? Optional.empty()
        : Optional.of(
            "%d calls, cost %s"
                .formatted(
                    calls, spent.path("cost").decimalValue().setScale(4, RoundingMode.HALF_UP)));
  }

  public boolean isAlive() {
    return state.equals("waiting") || state.equals("running");
  }

  public boolean isResumable() {
    return state.equals("inconclusive") || state.equals("timed_out");
  }

  private static Step step(JsonNode step) {
    return new Step(
        step.path("name").asString(""),
        step.path("state").asString(""),
        step.path("attempt").asInt(1),
        text(step, "started_at").map(Instant::parse).orElse(Instant.EPOCH),
        text(step, "finished_at").map(Instant::parse),
        text(step, "reason"));
  }

  private static Optional<String> text(JsonNode node, String name) {
    return Optional.of(node.path(name).asString("")).filter(text -> !text.isEmpty());
  }
}
