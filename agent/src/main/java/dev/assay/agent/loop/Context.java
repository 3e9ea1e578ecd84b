package dev.assay.agent.loop;

import dev.assay.skill.model.Message;
import dev.assay.skill.model.Usage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The messages that the model sees: the instructions and the request, which stay, the earlier
/// turns, and everything since.
public final class Context {
  private static final int CHARACTERS_PER_TOKEN = 3;

  private static final String LOADING = "load_skill";

  private final Message instruction;
  private final Message request;
  private List<Message> earlier;
  private List<Message> since = new ArrayList<>();
  private final Set<String> lastingCalls = new HashSet<>();
  private final List<String> lastingTexts = new ArrayList<>();
  private int shortenedTo;
  private long measured;
  private long charactersSince;

  /// @param messages the earlier turns, and the request last
  public Context(Message instruction, List<Message> messages) {
    this.instruction = instruction;
    request = messages.getLast();
    earlier = List.copyOf(messages.subList(0, messages.size() - 1));
    for (Message message : earlier) {
      if (message instanceof Message.ToolResult result
          && result.tool().equals(LOADING)
          && !result.failed()) {
        lastingCalls.add(result.callId());
        lastingTexts.add(result.text());
      }
    }
    messages().forEach(message -> charactersSince += length(message));
  }

  public void add(Message message) {
    since.add(message);
    charactersSince += length(message);
  }

  /// Adds a result that has to survive every shortening word for word.
  public void addLasting(Message.ToolResult result) {
    add(result);
    lastingCalls.add(result.callId());
    lastingTexts.add(result.text());
  }

  /// Notes the provider's count of the tokens of all messages so far.
  public void measured(Usage usage) {
    if (usage.total() > 0) {
      measured = usage.total();
      charactersSince = 0;
    }
  }

  public List<Message> messages() {
    List<Message> all = new ArrayList<>();
    all.add(instruction);
    all.addAll(earlier);
    all.add(request);
    all.addAll(since);
    return all;
  }

  /// The number of messages since the last shortening.
  int grown() {
    return earlier.size() + since.size() - shortenedTo;
  }

  List<Message> since() {
    return since;
  }

  /// All messages that can be shortened, in order.
  List<Message> history() {
    List<Message> all = new ArrayList<>(earlier);
    if (!earlier.isEmpty() && !since.isEmpty()) {
      all.add(request);
    }
    all.addAll(since);
    return all;
  }

  boolean isLasting(String callId) {
    return lastingCalls.contains(callId);
  }

  /// An estimate of the tokens of the next request: the provider's count, and a guess for the
  /// messages since.
  public long tokens() {
    return measured + charactersSince / CHARACTERS_PER_TOKEN;
  }

  /// Replaces the earlier turns and everything since by a summary. After it come, unchanged, the
  /// lasting texts and the latest messages.
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
    earlier = List.of();
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
