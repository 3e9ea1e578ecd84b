package dev.assay.conversation;

import dev.assay.skill.Words;
import dev.assay.workflow.LiveEvent;
import java.time.Instant;
import java.util.UUID;

/// An event of a turn. Numbers grow by one within a conversation.
///
/// @param body the body as JSON
public record ConversationEvent(long seq, UUID turn, Kind kind, String body, Instant at) {
  static ConversationEvent of(LiveEvent event) {
    return new ConversationEvent(
        event.seq(), event.run(), Kind.ofWord(event.kind()), event.body(), event.at());
  }

  /// The kind of an event.
  public enum Kind {
    TEXT,
    TOOL_CALL,
    TOOL_RESULT,
    TODOS,
    FILES,
    /// A notice for the user, for example that a skill was withdrawn.
    NOTICE,
    ERROR,
    /// The turn is over; no event of it follows.
    DONE;

    /// The kind's word for programs and tables.
    public String word() {
      return Words.of(this);
    }

    static Kind ofWord(String word) {
      return Words.read(Kind.class, word);
    }
  }
}
