package dev.assay.toolbus;

/// Passes messages on, each at least once, in no certain order, to one of the consumers.
public interface MessageBus extends AutoCloseable {
  /// Hands a message over; when this returns, the bus has it.
  ///
  /// @param id a message with the same id is passed on once, if it comes again soon
  /// @throws dev.assay.skill.AssayException with `BUS_UNAVAILABLE`
  void publish(BusMessage message, String id);

  /// Gives messages to the handler from now on until the bus is closed.
  void consume(Consumption consumption, MessageHandler handler);

  /// Removes the waiting messages of a project. Messages that are being handled are not stopped.
  void purge(String project);

  /// Stops taking messages and waits a little for those that are being handled.
  @Override
  void close();
}
