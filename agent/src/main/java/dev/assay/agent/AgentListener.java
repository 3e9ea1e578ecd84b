package dev.assay.agent;

import dev.assay.skill.model.ToolCall;
import dev.assay.skill.tool.Todo;
import dev.assay.skill.tool.ToolAnswer;
import java.util.List;

/// Is notified of what an agent does while it does it. A listener that throws is not asked again;
/// the run goes on.
public interface AgentListener {
  /// A piece of what the model says.
  default void text(String piece) {}

  /// What was received of the present answer is void; it begins anew.
  default void restarted() {}

  default void called(ToolCall call) {}

  default void used(ToolCall call, ToolAnswer answer) {}

  default void todos(List<Todo> todos) {}

  /// Something the loop did.
  default void noted(String text) {}

  static AgentListener silent() {
    return new AgentListener() {};
  }
}
