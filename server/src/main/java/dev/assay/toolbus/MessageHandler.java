package dev.assay.toolbus;

import java.time.Duration;

/// Does the work of a message. A message may come more than once.
@FunctionalInterface
public interface MessageHandler {
  /// Handles a message. An exception means that it could not be tried; the message comes again.
  Handled handle(BusMessage message);

  /// The result of handling a message.
  sealed interface Handled {
    /// The message is settled.
    record Done() implements Handled {}

    /// The message is delivered again after a pause.
    record Later(Duration pause) implements Handled {}

    /// The message can never be handled. It is parked with the reason, until a user sends it again.
    record Refused(String reason) implements Handled {}
  }
}
