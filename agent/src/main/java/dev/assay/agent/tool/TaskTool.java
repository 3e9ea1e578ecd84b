package dev.assay.agent.tool;

import dev.assay.skill.tool.Tool;
import dev.assay.skill.tool.ToolAnswer;
import java.util.function.Function;

/// The tool `task`, which hands work to a sub-agent.
public final class TaskTool {
  public static final String NAME = "task";

  private TaskTool() {}

  /// @param worker gets the prompt and does the work
  public static Tool doneBy(Function<String, ToolAnswer> worker) {
    return FunctionTool.of(
        NAME,
        "Hands a part of the work to a sub-agent with the same tools and a memory of its own. It"
            + " knows only what the prompt says and answers once. Several can work at once.",
        """
        {"type": "object", "additionalProperties": false, "required": ["description", "prompt"], "properties": {
          "description": {"type": "string", "minLength": 1, "description": "The work in a few words."},
          "prompt": {"type": "string", "minLength": 1, "description": "Everything the sub-agent has to know."}}}
        """,
        arguments -> worker.apply(arguments.text("prompt")));
  }
}
