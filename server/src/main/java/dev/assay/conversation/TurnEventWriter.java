package dev.assay.conversation;

import dev.assay.agent.AgentListener;
import dev.assay.skill.WorkKind;
import dev.assay.skill.model.ToolCall;
import dev.assay.skill.tool.Todo;
import dev.assay.skill.tool.ToolAnswer;
import dev.assay.workflow.LiveEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/// Writes the actions of an agent as events, in order, on a thread of its own that is never
/// interrupted. Pieces of text that come while it is busy are written as one.
final class TurnEventWriter implements AgentListener {
  private static final Logger log = LoggerFactory.getLogger(TurnEventWriter.class);
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int LONGEST_SHOWN = 20_000;
  private static final int MOST_TEXT = 8_000;
  private static final long GATHERING_MILLIS = 30;

  private final BlockingQueue<Word> words = new LinkedBlockingQueue<>();
  private final UnaryOperator<String> plain;
  private final Consumer<LiveEvent.New> store;
  private final Thread thread;

  /// An item to be written.
  private sealed interface Word {
    record Text(String piece) implements Word {}

    record Other(ConversationEvent.Kind kind, Map<String, ?> body) implements Word {}

    record End() implements Word {}
  }

  /// @param plain turns a tool's answer into text for people, without secrets
  /// @param store writes an event; one that throws ends the writing
  TurnEventWriter(String name, UnaryOperator<String> plain, Consumer<LiveEvent.New> store) {
    this.plain = plain;
    this.store = store;
    thread = Thread.ofVirtual().name(name).start(WorkKind.current().doing(this::write));
  }

  @Override
  public void text(String piece) {
    if (!piece.isEmpty()) {
      words.add(new Word.Text(piece));
    }
  }

  @Override
  public void restarted() {
    add(ConversationEvent.Kind.TEXT, Map.of("text", "", "restart", true));
  }

  @Override
  public void called(ToolCall call) {
    add(
        ConversationEvent.Kind.TOOL_CALL,
        Map.of(
            "id", call.id(),
            "tool", call.tool(),
            "arguments", bounded(plain.apply(call.arguments()))));
  }

  @Override
  public void used(ToolCall call, ToolAnswer answer) {
    add(
        ConversationEvent.Kind.TOOL_RESULT,
        Map.of(
            "id", call.id(),
            "tool", call.tool(),
            "text", bounded(plain.apply(answer.text())),
            "failed", answer.failed()));
  }

  @Override
  public void todos(List<Todo> todos) {
    add(
        ConversationEvent.Kind.TODOS,
        Map.of(
            "todos",
            todos.stream()
                .map(
                    todo ->
                        Map.of(
                            "content", todo.content(),
                            "status", todo.status().name().toLowerCase(Locale.ROOT)))
                .toList()));
  }

  void notice(String text) {
    add(ConversationEvent.Kind.NOTICE, Map.of("text", text));
  }

  /// Writes the remaining events and stops.
  void close() {
    words.add(new Word.End());
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  static LiveEvent.New said(ConversationEvent.Kind kind, Map<String, ?> body) {
    return new LiveEvent.New(kind.word(), JSON.writeValueAsString(body));
  }

  private void add(ConversationEvent.Kind kind, Map<String, ?> body) {
    words.add(new Word.Other(kind, body));
  }

  private void write() {
    boolean first = true;
    List<Word> batch = new ArrayList<>();
    try {
      while (true) {
        batch.add(words.take());
        if (!first && batch.getFirst() instanceof Word.Text) {
          TimeUnit.MILLISECONDS.sleep(GATHERING_MILLIS);
        }
        words.drainTo(batch);
        first = false;
        if (write(batch)) {
          return;
        }
        batch.clear();
      }
    } catch (InterruptedException | RuntimeException e) {
      log.debug("Writing of events ended early", e); // the failing part stopped the run
    }
  }

  /// Writes a batch. Returns true if the end was in it.
  private boolean write(List<Word> batch) {
    StringBuilder text = new StringBuilder();
    for (Word word : batch) {
      switch (word) {
        case Word.Text(String piece) -> text.append(piece);
        case Word.Other(ConversationEvent.Kind kind, Map<String, ?> body) -> {
          flush(text);
          store.accept(said(kind, body));
        }
        case Word.End _ -> {
          flush(text);
          return true;
        }
      }
      if (text.length() > MOST_TEXT) {
        flush(text);
      }
    }
    flush(text);
    return false;
  }

  private void flush(StringBuilder text) {
    if (!text.isEmpty()) {
      store.accept(said(ConversationEvent.Kind.TEXT, Map.of("text", text.toString())));
      text.setLength(0);
    }
  }

  private static String bounded(String text) {
    return text.length() <= LONGEST_SHOWN
        ? text
        : text.substring(0, LONGEST_SHOWN) + "\n[… " + (text.length() - LONGEST_SHOWN) + " more]";
  }
}
