package dev.assay.toolservice;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/// The answer of a caller's command about a task that this service does not know.
record QueryAnswer(ToolRun run, Map<String, Object> result, boolean done, boolean error) {
  private static final List<String> USUAL = List.of("status", "state", "job_status", "jobState");
  private static final List<String> DONE = List.of("done", "success", "completed");
  private static final List<String> ERROR = List.of("failed", "error", "errored");

  static QueryAnswer of(ToolRun run, ProjectCall call) {
    JsonNode printed = json(run.printed().stdout());
    String field = call.text("status_field").orElse("status");
    String state =
        value(printed, field)
            .or(() -> USUAL.stream().flatMap(name -> value(printed, name).stream()).findFirst())
            .orElse("unknown");
    boolean done = states(call, "done_states", DONE).contains(state);
    boolean error =
        states(call, "error_states", ERROR).contains(state)
            || run.state() != ToolRun.State.SUCCEEDED;
    Map<String, Object> result = new LinkedHashMap<>();
    call.text("task_id").ifPresent(id -> result.put("task_id", id));
    result.put("provider", "cmd");
    result.put("status_field", field);
    result.put("state", state);
    result.put("done", done);
    result.put("error", error);
    result.put(
        "progress", call.text("progress_field").map(name -> printed.path(name)).orElse(null));
    result.put("events", call.text("events_field").map(name -> printed.path(name)).orElse(null));
    result.put(
        "raw",
        RunAnswers.tail(run.printed().stdout(), call.arguments().path("tail_bytes").asInt(8192)));
    return new QueryAnswer(run, result, done, error);
  }

  ToolOutcome outcome() {
    return run.state() == ToolRun.State.SUCCEEDED
        ? ToolOutcome.success(result)
        : RunAnswers.outcome(run, new LinkedHashMap<>(result));
  }

  private static List<String> states(ProjectCall call, String name, List<String> usual) {
    JsonNode given = call.arguments().path(name);
    return given.isArray() ? given.valueStream().map(JsonNode::asString).toList() : usual;
  }

  private static Optional<String> value(JsonNode printed, String field) {
    JsonNode value = printed.path(field);
    return value.isString() ? Optional.of(value.asString()) : Optional.empty();
  }

  private static JsonNode json(String text) {
    try {
      return Projects.JSON.readTree(text);
    } catch (JacksonException e) {
      return MissingNode.getInstance(); // the command may print anything
    }
  }
}
