package dev.assay.conversation;

import dev.assay.agent.Transcripts;
import dev.assay.agent.Workplace;
import dev.assay.skill.model.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Selects the agent's memory of earlier turns: the latest in full, earlier ones by question and
/// answer, within the part of the context left for it.
final class ConversationHistory {
  static final int MOST_TURNS = 40;

  private final Transcripts transcripts;
  private final int mostInFull;
  private final int mostInShort;

  /// @param contextTokens the size of the model's context window; memory takes up to half of it
  ConversationHistory(Transcripts transcripts, int contextTokens) {
    this.transcripts = transcripts;
    mostInFull = contextTokens; // characters, of which a token has three or four
    mostInShort = contextTokens / 2;
  }

  /// @param withdrawn the skills whose text must be left out
  List<Message> of(List<Turn> turns, Workplace workplace, Set<String> withdrawn) {
    List<List<Message>> remembered = new ArrayList<>();
    int room = mostInFull;
    int shortRoom = mostInShort;
    boolean inFull = true;
    for (Turn earlier : turns.reversed()) {
      List<Message> all = recall(earlier, workplace, withdrawn);
      inFull &= length(all) <= room;
      if (inFull) {
        room -= length(all);
        remembered.addFirst(all);
        continue;
      }
      List<Message> ends = List.of(all.getFirst(), all.getLast());
      shortRoom -= length(ends);
      if (shortRoom < 0) {
        break;
      }
      remembered.addFirst(ends);
    }
    return remembered.stream().flatMap(List::stream).toList();
  }

  private List<Message> recall(Turn earlier, Workplace workplace, Set<String> withdrawn) {
    List<Message> remembered =
        earlier
            .transcript()
            .flatMap(transcripts::find)
            .filter(transcript -> !transcript.entries().isEmpty())
            .map(transcript -> workplace.recall(transcript, "t" + earlier.number(), withdrawn))
            .orElse(List.of());
    return remembered.size() >= 2
        ? remembered
        : List.of(
            new Message.Request(earlier.message()),
            new Message.Reply("(This was not answered.)", List.of()));
  }

  private static int length(List<Message> messages) {
    int length = 0;
    for (Message message : messages) {
      length += message.text().length();
      if (message instanceof Message.Reply reply) {
        length += reply.calls().stream().mapToInt(call -> call.arguments().length()).sum();
      }
    }
    return length;
  }
}
