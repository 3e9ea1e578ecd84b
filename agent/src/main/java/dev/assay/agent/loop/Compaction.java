package dev.assay.agent.loop;

import dev.assay.skill.model.Message;
import dev.assay.skill.model.ToolCall;
import java.util.List;

/// Shortens a context that has grown too long. The model summarizes its work; texts of skills stay
/// as they are.
public final class Compaction {
  private static final int SHOWN_CHARACTERS = 4_000;
  private static final int LATEST_CHARACTERS = 30_000;

  private Compaction() {}

  /// Says whether the context grew enough since the last time that shortening could help.
  public static boolean canShorten(Context context) {
    return context.grown() > 2;
  }

  /// The question for the summary.
  ///
  /// @param explanation the sentence about marked text
  /// @param history the conversation, marked
  public static List<Message> question(String explanation, String history) {
    return List.of(
        new Message.Instruction(
            "You keep the notes of an agent whose memory is full. Write what it needs to go on:"
                + " what it was asked, what it found and did, which files it made or changed, with"
                + " their paths, what failed and why, what is left to do. Facts only, no advice."
                + " Do not repeat the text of skills.\n"
                + explanation),
        new Message.Request(history));
  }

  /// The conversation as text, long results cut.
  ///
  /// @param most the greatest number of characters; the middle of a longer conversation is left out
  public static String history(Context context, int most) {
    StringBuilder text = new StringBuilder();
    for (Message message : context.history()) {
      switch (message) {
        case Message.Instruction instruction -> add(text, "instruction", instruction.text());
        case Message.Request request -> add(text, "request", request.text());
        case Message.Reply reply -> {
          add(text, "agent", reply.text());
          for (ToolCall call : reply.calls()) {
            add(text, "agent uses " + call.tool(), call.arguments());
          }
        }
        case Message.ToolResult result ->
            add(
                text,
                result.tool() + " answers",
                context.isLasting(result.callId())
                    ? "[text of a skill, kept elsewhere]"
                    : result.text());
      }
    }
    return text.length() <= most
        ? text.toString()
        : text.substring(0, most / 2)
            + "\n[... left out ...]\n"
            + text.substring(text.length() - most / 2);
  }

  /// Replaces the conversation by the summary.
  public static void apply(Context context, String summary) {
    context.shorten(
        "Your memory was shortened. This is what you noted of the work so far:\n" + summary,
        latest(context));
  }

  /// The last reply and its results, unless they are long themselves.
  private static List<Message> latest(Context context) {
    List<Message> since = context.since();
    if (since.isEmpty()) {
      return List.of();
    }
    int from = since.size() - 1;
    while (from > 0 && !(since.get(from) instanceof Message.Reply)) {
      from--;
    }
    List<Message> latest = List.copyOf(since.subList(from, since.size()));
    boolean whole = latest.getFirst() instanceof Message.Reply;
    int length = latest.stream().mapToInt(message -> message.text().length()).sum();
    return whole && length <= LATEST_CHARACTERS ? latest : List.of();
  }

  private static void add(StringBuilder text, String who, String words) {
    String shown =
        words.length() <= SHOWN_CHARACTERS
            ? words
            : words.substring(0, SHOWN_CHARACTERS / 2)
                + "\n[...]\n"
                + words.substring(words.length() - SHOWN_CHARACTERS / 2);
    text.append("[").append(who).append("]\n").append(shown).append("\n");
  }
}
