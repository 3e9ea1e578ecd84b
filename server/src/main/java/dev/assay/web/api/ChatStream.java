package dev.assay.web.api;

import dev.assay.conversation.Chats;
import dev.assay.conversation.ConversationEvent;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.WorkKind;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/// Streams the events of a conversation to one viewer, from a given number to the end.
@Component
final class ChatStream {
  private static final Logger log = LoggerFactory.getLogger(ChatStream.class);
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final long FOREVER = 0;
  private static final int MOST = 100;

  private final Chats chats;
  private final Map<String, Integer> seats = new ConcurrentHashMap<>();

  ChatStream(Chats chats) {
    this.chats = chats;
  }

  /// Reserves a stream for one viewer.
  ///
  /// @throws AssayException with `TOO_BUSY` if the user has reached the limit of open streams
  Seat seat(String owner) {
    int taken = seats.merge(owner, 1, Integer::sum);
    if (taken > MOST) {
      leave(owner);
      throw new AssayException(
          ErrorCode.TOO_BUSY,
          "You follow %d answers already, and more are not allowed. Close some.".formatted(MOST),
          Map.of("retry_after_seconds", 5));
    }
    return new Seat(owner);
  }

  private void leave(String owner) {
    seats.computeIfPresent(owner, (_, taken) -> taken == 1 ? null : taken - 1);
  }

  /// The right to follow one conversation. It is returned when the stream ends.
  final class Seat {
    private final String owner;

    private Seat(String owner) {
      this.owner = owner;
    }

    /// @param turn the turn with which the stream ends; if empty, it ends when no turn is running
    SseEmitter follow(UUID conversation, long after, Optional<UUID> turn) {
      SseEmitter emitter = new SseEmitter(FOREVER);
      Thread.ofVirtual()
          .name("viewer-" + conversation)
          .start(
              WorkKind.CHAT.doing(
                  () -> {
                    try {
                      send(conversation, after, turn, emitter);
                    } finally {
                      leave(owner);
                    }
                  }));
      return emitter;
    }

    /// Returns the seat if no stream was started.
    void giveBack() {
      leave(owner);
    }
  }

  private void send(UUID conversation, long after, Optional<UUID> turn, SseEmitter emitter) {
    long seen = after;
    Duration patience = Duration.ZERO;
    boolean over = false;
    try {
      while (true) {
        List<ConversationEvent> news;
        try {
          news = chats.news(conversation, seen, patience);
          if (news.isEmpty() && over) {
            emitter.complete();
            return;
          }
          over = news.isEmpty() && !chats.isRunning(conversation);
        } catch (DataAccessException e) {
          DatabasePause.await(emitter, e);
          continue;
        }
        for (ConversationEvent event : news) {
          emitter.send(
              SseEmitter.event()
                  .id(Long.toString(event.seq()))
                  .name(event.kind().word())
                  .data(event.body(), MediaType.APPLICATION_JSON));
          seen = event.seq();
          if (event.kind() == ConversationEvent.Kind.DONE
              && turn.filter(event.turn()::equals).isPresent()) {
            emitter.complete();
            return;
          }
        }
        if (news.isEmpty() && !patience.isZero()) {
          emitter.send(SseEmitter.event().comment("still here"));
        }
        patience = news.isEmpty() && !over ? PATIENCE : Duration.ZERO;
      }
    } catch (IOException | IllegalStateException e) {
      log.debug("A viewer of conversation {} is gone", conversation);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      emitter.complete();
    } catch (RuntimeException e) {
      emitter.completeWithError(e);
    }
  }

  static long position(@Nullable String last, long otherwise) {
    if (last == null || last.isBlank()) {
      return otherwise;
    }
    try {
      return Long.parseLong(last.strip());
    } catch (NumberFormatException e) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST, "Last-Event-ID is the number of an event, not \"" + last + "\".");
    }
  }
}
