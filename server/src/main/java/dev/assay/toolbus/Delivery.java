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

/// Gives any received message to its handler, also a malformed one.
final class Delivery {
  private static final Logger log = LoggerFactory.getLogger(Delivery.class);
  private static final Duration PAUSE = Duration.ofSeconds(2);

  private final ParkedMessages parked;

  Delivery(ParkedMessages parked) {
    this.parked = parked;
  }

  /// A message as it was received.
  ///
  /// @param id the same id for every delivery of the message
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Received(UUID id, String subject, Map<String, String> headers, byte[] payload) {}

  /// Handles a message once. Returns the pause before its next delivery; empty if it is settled.
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
