package dev.assay.agent;

import dev.assay.skill.model.ToolDescription;
import dev.assay.skill.tool.Tool;
import dev.assay.skill.tool.ToolAnswer;
import java.util.function.Function;

/// A tool that takes one word.
record SimpleTool(String name, Function<String, ToolAnswer> work) implements Tool {
  @Override
  public ToolDescription description() {
    return new ToolDescription(
        name,
        "Takes one word.",
        """
        {"type": "object", "required": ["word"], "additionalProperties": false,
         "properties": {"word": {"type": "string"}}}
        """);
  }

  @Override
  public ToolAnswer use(String arguments) {
    return work.apply(arguments);
  }

  static Tool echo() {
    return new SimpleTool("echo", arguments -> ToolAnswer.of("heard " + arguments));
  }
}
