package dev.assay.agent;

import dev.assay.skill.model.ToolCall;
import dev.assay.skill.tool.Todo;
import dev.assay.skill.tool.ToolAnswer;
import java.util.List;

/// Observes a running agent. A listener that throws is not called again; the run goes on.
public interface AgentListener {
  /// Receives a piece of the model's text.
  default void text(String piece) {}

  /// Announces that the pieces received of the present answer are void; the answer begins anew.
  default void restarted() {}

  default void called(ToolCall call) {}

  default void used(ToolCall call, ToolAnswer answer) {}

  default void todos(List<Todo> todos) {}

  /// Receives a remark of the loop about something it did.
  default void noted(String text) {}

  static AgentListener silent() {
    return new AgentListener() {};
  }
}
