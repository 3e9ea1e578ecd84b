package dev.assay.toolbus;

import java.time.Duration;

/// Does what a message is about. It may come more than once.
@FunctionalInterface
public interface MessageHandler {
  /// An exception means that it could not be tried; the message comes again.
  Handled handle(BusMessage message);

  /// What becomes of the message.
  sealed interface Handled {
    /// Nothing more is to be done.
    record Done() implements Handled {}

    /// It comes again after that time.
    record Later(Duration pause) implements Handled {}

    /// It will never work: it is parked with the reason, until somebody sends it again.
    record Refused(String reason) implements Handled {}
  }
}
