package dev.assay.agentservice;

import dev.assay.agentservice.AgentTurn.State;
import dev.assay.skill.model.ToolDescription;
import dev.assay.skill.tool.Tool;
import dev.assay.skill.tool.ToolAnswer;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import tools.jackson.databind.JsonNode;

/// The tool with which an agent submits its result; it ends the turn.
final class SubmitTool implements Tool {
  static final String NAME = "submit_result";
  private static final int LONGEST = 32_000;

  private final AtomicReference<Optional<TurnEnding>> ending =
      new AtomicReference<>(Optional.empty());

  Optional<TurnEnding> ending() {
    return ending.get();
  }

  @Override
  public ToolDescription description() {
    return new ToolDescription(
        NAME,
        "Hands in the result and ends the work. Use it exactly once, when everything is done or"
            + " when it cannot be done.",
        """
        {"type": "object", "properties": {
          "summary": {"type": "string", "minLength": 1, "maxLength": 32000,
            "description": "What was made and where it is; for the person who asked."},
          "status": {"type": "string", "enum": ["success", "failed"]}},
         "required": ["summary"], "additionalProperties": false}
        """);
  }

  @Override
  public ToolAnswer use(String arguments) {
    JsonNode wanted = Cards.JSON.readTree(arguments);
    String summary = wanted.path("summary").asString("");
    if (summary.isBlank() || summary.length() > LONGEST) {
      return ToolAnswer.failed("summary must have 1 to " + LONGEST + " characters.");
    }
    boolean failed = wanted.path("status").asString("success").equals("failed");
    ending.compareAndSet(
        Optional.empty(),
        Optional.of(TurnEnding.handedIn(failed ? State.FAILED : State.SUCCEEDED, summary)));
    return ToolAnswer.of("handed in");
  }
}
