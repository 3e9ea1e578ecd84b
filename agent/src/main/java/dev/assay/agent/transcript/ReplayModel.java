package dev.assay.agent.transcript;

import dev.assay.skill.ErrorCode;
import dev.assay.skill.model.ChatAnswer;
import dev.assay.skill.model.ChatAnswer.Stop;
import dev.assay.skill.model.ChatModel;
import dev.assay.skill.model.ChatRequest;
import dev.assay.skill.model.Message;
import dev.assay.skill.model.ModelFailure;
import dev.assay.skill.model.TextListener;
import dev.assay.skill.transcript.Entry;
import dev.assay.skill.transcript.Transcript;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Replays the answers of a transcript, and fails if the run diverges: every question must carry
/// the recorded messages and results of tools. The random words of fences are not compared.
public final class ReplayModel implements ChatModel {
  private static final Pattern FENCE_WORD = Pattern.compile("\\b[0-9a-f]{32}\\b");

  private final List<Entry> entries;
  private int at;

  public ReplayModel(Transcript transcript) {
    entries = transcript.entries();
  }

  @Override
  public String name() {
    return "replay";
  }

  @Override
  public synchronized ChatAnswer ask(ChatRequest request, TextListener listener) {
    List<String> expected = new ArrayList<>();
    while (at < entries.size() && !(entries.get(at) instanceof Entry.Replied)) {
      addExpected(entries.get(at), expected);
      at++;
    }
    if (at == entries.size()) {
      throw diverged("the transcript has no further answer");
    }
    compare(expected, request);
    Entry.Replied replied = (Entry.Replied) entries.get(at);
    at++;
    listener.received(replied.text());
    return new ChatAnswer(
        new Message.Reply(replied.text(), replied.calls(), replied.original()),
        replied.usage(),
        replied.calls().isEmpty() ? Stop.FINISHED : Stop.TOOLS,
        replied.model());
  }

  /// Says whether every answer was asked for.
  public synchronized boolean isAtTheEnd() {
    return entries.subList(at, entries.size()).stream().noneMatch(Entry.Replied.class::isInstance);
  }

  private static void addExpected(Entry entry, List<String> expected) {
    switch (entry) {
      case Entry.Instructed instructed -> expected.add(instructed.text());
      case Entry.Asked asked -> expected.add(asked.text());
      case Entry.Used used -> expected.add(used.result());
      case Entry.Replied _, Entry.Noted _ -> {}
      case Entry.Delegated _ -> {} // a sub-agent has a replay of its own
    }
  }

  private static void compare(List<String> expected, ChatRequest request) {
    List<String> asked = request.messages().stream().map(message -> plain(message.text())).toList();
    for (String text : expected) {
      if (!asked.contains(plain(text))) {
        throw diverged(
            "then the model was given \""
                + (text.length() > 200 ? text.substring(0, 200) + "…" : text)
                + "\", now it was not");
      }
    }
  }

  private static String plain(String text) {
    return FENCE_WORD.matcher(text).replaceAll("#");
  }

  private static ModelFailure diverged(String how) {
    return new ModelFailure(
        ErrorCode.MODEL_REFUSED, "The run goes another way than its transcript: " + how + ".");
  }
}
