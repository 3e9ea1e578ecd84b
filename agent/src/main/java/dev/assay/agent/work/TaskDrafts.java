package dev.assay.agent.work;

import dev.assay.skill.task.Task;
import dev.assay.skill.task.TaskChecker;
import dev.assay.skill.task.TaskFile;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reads the answer of the model that writes tasks.
public final class TaskDrafts {
  public static final String SCHEMA =
      """
      {"type": "object", "additionalProperties": false, "required": ["tasks", "cannot"], "properties": {
        "cannot": {"type": "string", "description": "Why no tasks can be written; empty otherwise."},
        "tasks": {"type": "array", "items": {
          "type": "object", "additionalProperties": false,
          "required": ["prompt", "criteria", "expected", "expectations", "files", "checkers"], "properties": {
            "prompt": {"type": "string", "minLength": 10, "maxLength": 8000},
            "criteria": {"type": "array", "minItems": 1, "maxItems": 10, "items": {"type": "string", "minLength": 1}},
            "expected": {"type": "string", "description": "The result, where it can be known; empty otherwise."},
            "expectations": {"type": "array", "maxItems": 20, "items": {"type": "string"}},
            "files": {"type": "array", "maxItems": 10, "items": {
              "type": "object", "additionalProperties": false, "required": ["name", "kind", "content"], "properties": {
                "name": {"type": "string"},
                "kind": {"enum": ["text", "base64", "copy"]},
                "content": {"type": "string", "description": "The text; or Base64; or the path of an input file of the author's tests."}}}},
            "checkers": {"type": "array", "maxItems": 1, "items": {
              "type": "object", "additionalProperties": false, "required": ["script", "answer", "files"], "properties": {
                "script": {"type": "string", "description": "For /bin/sh."},
                "answer": {"type": "string", "description": "An answer that is right."},
                "files": {"type": "array", "maxItems": 10, "items": {
                  "type": "object", "additionalProperties": false, "required": ["name", "kind", "content"], "properties": {
                    "name": {"type": "string"},
                    "kind": {"enum": ["text", "base64"]},
                    "content": {"type": "string"}}}}}}}}}}}}
      """;

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Pattern SAFE_NAME =
      Pattern.compile("[\\p{L}\\p{N}_][\\p{L}\\p{N}_. +()-]{0,99}");
  private static final int MOST_BYTES = 1 << 20;
  private static final int LONGEST_SCRIPT = 16_000;

  private final Map<String, TaskFile> evalFiles = new TreeMap<>();
  private final BlindTaskCheck blindness;
  private final int count;
  private final int firstNumber;

  /// @param count the number of tasks to write
  /// @param firstNumber the number of the first task's id
  public TaskDrafts(
      List<TaskFile> evalFiles, BlindTaskCheck blindness, int count, int firstNumber) {
    evalFiles.forEach(file -> this.evalFiles.put(file.name(), file));
    this.blindness = blindness;
    this.count = count;
    this.firstNumber = firstNumber;
  }

  /// Tasks, or the reason why there are none.
  public record Drafts(List<Task> tasks, String cannot) {
    public Drafts {
      tasks = List.copyOf(tasks);
    }
  }

  /// @throws IllegalArgumentException with all faults, for the writer
  public Drafts read(String json) {
    JsonNode root = JSON.readTree(json);
    String cannot = root.path("cannot").asString("").strip();
    if (!cannot.isEmpty()) {
      return new Drafts(List.of(), cannot);
    }
    List<Task> tasks = new ArrayList<>();
    Set<String> problems = new java.util.LinkedHashSet<>();
    Set<String> prompts = new HashSet<>();
    for (JsonNode node : root.path("tasks")) {
      String id = "task-" + (firstNumber + tasks.size());
      Task task = task(id, node, problems);
      blindness.findings(task).forEach(each -> problems.add(id + ": " + each));
      if (!canBeKept(task)) {
        problems.add(id + ": It has characters that are no text, such as U+0000.");
      }
      if (!prompts.add(task.prompt().strip())) {
        problems.add(id + ": The prompt is the same as another's.");
      }
      tasks.add(task);
    }
    if (tasks.size() != count) {
      problems.add("There are " + tasks.size() + " tasks, but exactly " + count + " are needed.");
    }
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("\n", problems));
    }
    return new Drafts(tasks, "");
  }

  private List<TaskFile> files(String id, JsonNode all, Set<String> problems) {
    List<TaskFile> files = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (JsonNode file : all) {
      try {
        TaskFile made = file(file);
        if (!names.add(made.name())) {
          throw new IllegalArgumentException("two files are called " + made.name());
        }
        files.add(made);
      } catch (IllegalArgumentException e) {
        problems.add(id + ": " + e.getMessage());
      }
    }
    return files;
  }

  private Optional<TaskChecker> checker(String id, JsonNode node, Set<String> problems) {
    String script = node.path("script").asString("");
    if (script.length() > LONGEST_SCRIPT) {
      problems.add(id + ": The checker is longer than " + LONGEST_SCRIPT + " characters.");
      return Optional.empty();
    }
    return script.isBlank()
        ? Optional.empty()
        : Optional.of(
            new TaskChecker(
                script,
                node.path("answer").asString(""),
                files(id + ", checker", node.path("files"), problems)));
  }

  private Task task(String id, JsonNode node, Set<String> problems) {
    String expected = node.path("expected").asString("").strip();
    return new Task(
        id,
        node.path("prompt").asString(""),
        strings(node.path("criteria")),
        expected.isEmpty() ? Optional.empty() : Optional.of(expected),
        strings(node.path("expectations")),
        files(id, node.path("files"), problems),
        checker(id, node.path("checkers").path(0), problems));
  }

  /// Says whether the text has no NUL and no lone surrogate, which neither databases nor models
  /// accept.
  private static boolean canBeKept(Task task) {
    String all =
        task.prompt()
            + String.join("", task.criteria())
            + task.expected().orElse("")
            + String.join("", task.expectations())
            + task.checker().map(its -> its.script() + its.answer()).orElse("");
    return all.codePoints()
        .noneMatch(point -> point == 0 || Character.getType(point) == Character.SURROGATE);
  }

  private TaskFile file(JsonNode node) {
    String name = node.path("name").asString("");
    String content = node.path("content").asString("");
    if (!SAFE_NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "\"" + name + "\" is not a plain file name: letters, digits and . _ - only, no folders");
    }
    byte[] bytes =
        switch (node.path("kind").asString("")) {
          case "base64" -> Base64.getMimeDecoder().decode(content);
          case "copy" -> copied(content);
          default -> content.getBytes(StandardCharsets.UTF_8);
        };
    if (bytes.length > MOST_BYTES) {
      throw new IllegalArgumentException(name + " is larger than " + MOST_BYTES + " bytes");
    }
    return new TaskFile(name, bytes);
  }

  private byte[] copied(String path) {
    TaskFile file = evalFiles.get(path);
    if (file == null) {
      throw new IllegalArgumentException(
          "there is no input file \""
              + path
              + "\"; there are: "
              + String.join(", ", evalFiles.keySet()));
    }
    return file.content();
  }

  private static List<String> strings(JsonNode list) {
    List<String> strings = new ArrayList<>();
    list.forEach(each -> strings.add(each.asString("")));
    return strings;
  }
}
