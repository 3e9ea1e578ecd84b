package dev.assay.conversation;

import dev.assay.skill.Words;
import dev.assay.workflow.LiveEvent;
import java.time.Instant;
import java.util.UUID;

/// Something that happened in a turn. Numbers grow by one within a conversation.
///
/// @param body JSON
public record ConversationEvent(long seq, UUID turn, Kind kind, String body, Instant at) {
  static ConversationEvent of(LiveEvent event) {
    return new ConversationEvent(
        event.seq(), event.run(), Kind.ofWord(event.kind()), event.body(), event.at());
  }

  /// What happened.
  public enum Kind {
    TEXT,
    TOOL_CALL,
    TOOL_RESULT,
    TODOS,
    FILES,
    /// Something the user should know, for example that a skill was withdrawn.
    NOTICE,
    ERROR,
    /// The turn is over; nothing of it follows.
    DONE;

    /// Its name for programs and tables.
    public String word() {
      return Words.of(this);
    }

    static Kind ofWord(String word) {
      return Words.read(Kind.class, word);
    }
  }
}
