package dev.assay.toolbus;

import dev.assay.skill.AssayException;
import dev.assay.skill.LoggedFailure;
import dev.assay.toolbus.MessageHandler.Handled;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Gives a message that came in to its handler, whatever it looks like.
final class Delivery {
  private static final Logger log = LoggerFactory.getLogger(Delivery.class);
  private static final Duration PAUSE = Duration.ofSeconds(2);

  private final ParkedMessages parked;

  Delivery(ParkedMessages parked) {
    this.parked = parked;
  }

  /// A message as it came.
  ///
  /// @param id the same whenever it comes again
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Received(UUID id, String subject, Map<String, String> headers, byte[] payload) {}

  /// When it has to come again; empty if it is settled.
  Optional<Duration> attempt(Received received, MessageHandler handler) {
    try {
      return switch (handled(received, handler)) {
        case Handled.Done _ -> Optional.empty();
        case Handled.Later later -> Optional.of(later.pause());
        case Handled.Refused refused -> {
          parked.park(received, refused.reason());
          yield Optional.empty();
        }
      };
    } catch (RuntimeException e) {
      LoggedFailure shown = LoggedFailure.of(e);
      log.warn("A message could not be handled; it comes again: {}", shown.line(), shown.trace());
      return Optional.of(PAUSE);
    }
  }

  private static Handled handled(Received received, MessageHandler handler) {
    BusMessage message;
    try {
      message =
          new BusMessage(
              Subject.parse(received.subject()),
              received.headers(),
              new String(received.payload(), StandardCharsets.UTF_8));
    } catch (AssayException e) {
      return new Handled.Refused(e.reason());
    }
    return handler.handle(message);
  }
}
