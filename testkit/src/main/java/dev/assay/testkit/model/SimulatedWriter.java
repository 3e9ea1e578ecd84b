package dev.assay.testkit.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Writes tasks from the evals of a skill, and tasks that it should leave alone.
final class SimulatedWriter {
  static final String POEM = "Write a poem for somebody who asked: ";

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Pattern COUNT = Pattern.compile("Write exactly (\\d+) tasks");

  /// The required parts of each task's result.
  private final Map<String, List<String>> expected = new ConcurrentHashMap<>();

  /// The required parts of a task's result; empty if the writer did not write the task.
  List<String> expected(String prompt) {
    return expected.getOrDefault(prompt, List.of());
  }

  String tasks(String instruction, Fenced request) {
    JsonNode evals = JSON.readTree(request.section("evals").orElse("[]"));
    if (evals.isEmpty()) {
      return JSON.writeValueAsString(
          Map.of("cannot", "The skill brings no evals.", "tasks", List.of()));
    }
    String existing = request.section("tasks that exist").orElse("").strip();
    int first = existing.isEmpty() ? 1 : existing.split("\n---\n", -1).length + 1;
    List<Map<String, Object>> tasks = new ArrayList<>();
    for (int number = first; number < first + count(instruction); number++) {
      JsonNode eval = evals.get((number - 1) % evals.size());
      boolean leaveAlone = instruction.contains("must leave alone");
      tasks.add(leaveAlone ? neighbour(eval, number) : task(eval, number));
    }
    return JSON.writeValueAsString(Map.of("cannot", "", "tasks", tasks));
  }

  private static int count(String instruction) {
    Matcher matcher = COUNT.matcher(instruction);
    if (!matcher.find()) {
      throw new IllegalArgumentException("The instruction does not say how many tasks it wants.");
    }
    return Integer.parseInt(matcher.group(1));
  }

  private Map<String, Object> task(JsonNode eval, int number) {
    String prompt = "Case %d: %s".formatted(number, eval.path("prompt").asString());
    List<Map<String, String>> files = new ArrayList<>();
    eval.path("files")
        .forEach(
            path -> {
              String name = path.asString().substring(path.asString().lastIndexOf('/') + 1);
              files.add(Map.of("name", name, "kind", "copy", "content", path.asString()));
            });
    List<String> expectations = new ArrayList<>();
    eval.path("expectations").forEach(each -> expectations.add(each.asString()));
    expected.put(prompt, quoted(String.join("\n", expectations)));
    Map<String, Object> task = new LinkedHashMap<>();
    task.put("prompt", prompt);
    task.put("criteria", List.of("The result is right."));
    task.put("expected", eval.path("expected_output").asString());
    task.put("expectations", expectations);
    task.put("files", files);
    task.put("checkers", List.of());
    return task;
  }

  private static Map<String, Object> neighbour(JsonNode eval, int number) {
    return Map.of(
        "prompt",
        POEM + "(%d) %s".formatted(number, eval.path("prompt").asString()),
        "criteria",
        List.of("It is a poem."),
        "expected",
        "",
        "expectations",
        List.of(),
        "files",
        List.of(),
        "checkers",
        List.of());
  }

  /// The texts in quotation marks.
  static List<String> quoted(String text) {
    return Pattern.compile("\"([^\"\n]+)\"")
        .matcher(text)
        .results()
        .map(found -> found.group(1))
        .toList();
  }
}
