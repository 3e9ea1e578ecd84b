package dev.assay.agent.loop;

import dev.assay.skill.model.Message;
import dev.assay.skill.model.Usage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// What the model sees: the opening, which stays, and everything said since.
public final class Context {
  private static final int CHARACTERS_PER_TOKEN = 3;

  private final List<Message> opening;
  private List<Message> since = new ArrayList<>();
  private final Set<String> lastingCalls = new HashSet<>();
  private final List<String> lastingTexts = new ArrayList<>();
  private int shortenedTo;
  private long measured;
  private long charactersSince;

  public Context(List<Message> opening) {
    this.opening = List.copyOf(opening);
    opening.forEach(message -> charactersSince += length(message));
  }

  public void add(Message message) {
    since.add(message);
    charactersSince += length(message);
  }

  /// A result that has to survive every shortening word for word.
  public void addLasting(Message.ToolResult result) {
    add(result);
    lastingCalls.add(result.callId());
    lastingTexts.add(result.text());
  }

  /// What the provider counted for all messages so far.
  public void measured(Usage usage) {
    if (usage.total() > 0) {
      measured = usage.total();
      charactersSince = 0;
    }
  }

  public List<Message> messages() {
    List<Message> all = new ArrayList<>(opening);
    all.addAll(since);
    return all;
  }

  /// How many messages were added since the last shortening.
  int grown() {
    return since.size() - shortenedTo;
  }

  List<Message> since() {
    return since;
  }

  boolean isLasting(String callId) {
    return lastingCalls.contains(callId);
  }

  /// Tokens of the next request, roughly: what was counted, and a guess for what is new.
  public long tokens() {
    return measured + charactersSince / CHARACTERS_PER_TOKEN;
  }

  /// Puts a summary in the place of everything since the opening, and after it, as they were, the
  /// texts that last and the latest messages.
  void shorten(String summary, List<Message> latest) {
    List<Message> now = new ArrayList<>();
    StringBuilder text = new StringBuilder(summary);
    Set<String> kept = new HashSet<>();
    for (Message message : latest) {
      kept.add(message.text());
    }
    for (String lasting : new LinkedHashSet<>(lastingTexts)) {
      if (!kept.contains(lasting)) {
        text.append("\n\nYou loaded this before:\n").append(lasting);
      }
    }
    now.add(new Message.Request(text.toString()));
    now.addAll(latest);
    since = now;
    shortenedTo = now.size();
    measured = 0;
    charactersSince = 0;
    messages().forEach(message -> charactersSince += length(message));
  }

  private static long length(Message message) {
    long length = message.text().length() + 16L;
    if (message instanceof Message.Reply reply) {
      length += reply.calls().stream().mapToLong(call -> call.arguments().length() + 32L).sum();
    }
    return length;
  }
}
