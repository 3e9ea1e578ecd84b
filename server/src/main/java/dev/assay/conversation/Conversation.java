package dev.assay.conversation;

import java.time.Instant;
import java.util.UUID;

/// A chat of one user.
///
/// @param owner the id of an account, or `local`
/// @param running true while a turn is under way
/// @param lastEvent the number of its latest event
public record Conversation(
    UUID id,
    String owner,
    String title,
    boolean archived,
    Instant createdAt,
    Instant updatedAt,
    int turns,
    boolean running,
    long lastEvent) {
  Conversation upTo(long event) {
    return new Conversation(
        id, owner, title, archived, createdAt, updatedAt, turns, running, event);
  }
}
