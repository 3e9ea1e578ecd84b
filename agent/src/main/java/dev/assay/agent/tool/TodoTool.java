package dev.assay.agent.tool;

import dev.assay.skill.tool.Todo;
import dev.assay.skill.tool.Tool;
import dev.assay.skill.tool.ToolAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/// The tool `write_todos`.
public final class TodoTool {
  public static final String NAME = "write_todos";

  private TodoTool() {}

  /// @param board receives the list to show it
  public static Tool writingTo(Consumer<List<Todo>> board) {
    return FunctionTool.of(
        NAME,
        "Replaces your list of things to do. Use it for work of three steps or more: mark a step"
            + " in_progress before you begin it and completed as soon as it is done.",
        """
        {"type": "object", "additionalProperties": false, "required": ["todos"], "properties": {
          "todos": {"type": "array", "maxItems": 100, "items": {
            "type": "object", "additionalProperties": false, "required": ["content", "status"], "properties": {
              "content": {"type": "string", "minLength": 1},
              "status": {"enum": ["pending", "in_progress", "completed"]}}}}}}
        """,
        arguments -> {
          List<Todo> todos = new ArrayList<>();
          arguments.json().path("todos").forEach(todo -> todos.add(todo(todo)));
          board.accept(List.copyOf(todos));
          return ToolAnswer.of("The list now has " + todos.size() + " entries.");
        });
  }

  private static Todo todo(JsonNode json) {
    return new Todo(
        json.path("content").asString(""),
        Todo.Status.valueOf(json.path("status").asString("").toUpperCase(Locale.ROOT)));
  }
}
