package dev.assay.conversation;

import dev.assay.agent.Transcripts;
import dev.assay.agent.Workplace;
import dev.assay.skill.model.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// What the agent remembers of the turns before: the latest in full, earlier ones by question and
/// answer, and no more than a model can read beside its work.
final class Memory {
  private static final int MOST_TURNS = 40;
  private static final int IN_FULL = 90_000;
  private static final int IN_SHORT = 60_000;

  private final TurnBook book;
  private final Transcripts transcripts;

  Memory(TurnBook book, Transcripts transcripts) {
    this.book = book;
    this.transcripts = transcripts;
  }

  /// @param withdrawn skills whose text must not be remembered
  List<Message> before(Turn turn, Workplace workplace, Set<String> withdrawn) {
    List<List<Message>> remembered = new ArrayList<>();
    int room = IN_FULL;
    int shortRoom = IN_SHORT;
    boolean inFull = true;
    for (Turn earlier : book.before(turn.conversation(), turn.number(), MOST_TURNS).reversed()) {
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
    List<Message> told =
        earlier
            .transcript()
            .flatMap(transcripts::find)
            .filter(transcript -> !transcript.entries().isEmpty())
            .map(transcript -> workplace.recall(transcript, "t" + earlier.number(), withdrawn))
            .orElse(List.of());
    return told.size() >= 2
        ? told
        : List.of(
            new Message.Request(earlier.message()),
            new Message.Reply("(This was not answered.)", List.of()));
  }

  private static int length(List<Message> messages) {
    return messages.stream().mapToInt(message -> message.text().length()).sum();
  }
}
