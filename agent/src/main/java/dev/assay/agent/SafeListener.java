package dev.assay.agent;

import dev.assay.skill.model.ToolCall;
import dev.assay.skill.tool.Todo;
import dev.assay.skill.tool.ToolAnswer;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps a broken listener, such as a closed browser connection, from breaking the run.
final class SafeListener implements AgentListener {
  private static final Logger LOG = LoggerFactory.getLogger(SafeListener.class);

  private final AgentListener listener;
  private volatile boolean broken;

  SafeListener(AgentListener listener) {
    this.listener = listener;
  }

  @Override
  public void text(String piece) {
    record(() -> listener.text(piece));
  }

  @Override
  public void restarted() {
    record(listener::restarted);
  }

  @Override
  public void called(ToolCall call) {
    record(() -> listener.called(call));
  }

  @Override
  public void used(ToolCall call, ToolAnswer answer) {
    record(() -> listener.used(call, answer));
  }

  @Override
  public void todos(List<Todo> todos) {
    record(() -> listener.todos(todos));
  }

  @Override
  public void noted(String text) {
    record(() -> listener.noted(text));
  }

  private void record(Runnable word) {
    if (broken) {
      return;
    }
    try {
      word.run();
    } catch (RuntimeException e) {
      broken = true;
      LOG.info("A listener of an agent is gone: {}", e.toString());
    }
  }
}
