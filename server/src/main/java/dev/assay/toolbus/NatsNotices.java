package dev.assay.toolbus;

import io.nats.client.Connection;
import io.nats.client.Consumer;
import io.nats.client.ErrorListener;
import io.nats.client.JetStreamSubscription;
import io.nats.client.Message;
import io.nats.client.Subscription;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Logs the events of the NATS library in words for operators. Failures of single calls are also
/// reported to their callers.
final class NatsNotices implements ErrorListener {
  private static final Logger log = LoggerFactory.getLogger(NatsNotices.class);

  @Override
  public void errorOccurred(Connection connection, String error) {
    log.warn("NATS says: {}", error);
  }

  @Override
  public void exceptionOccurred(Connection connection, Exception failure) {
    log.debug("NATS", failure);
  }

  /// Logs a slow consumer. The library reports it once, until the consumer has caught up.
  @Override
  public void slowConsumerDetected(Connection connection, Consumer consumer) {
    log.warn(
        "This server takes messages of NATS ({}) more slowly than they come: {} of at most {} wait,"
            + " {} were left out. They are not lost, NATS delivers them again. If this goes on,"
            + " start another server with the roles tools and worker, or look for what slows this"
            + " one down.",
        name(consumer),
        consumer.getPendingMessageCount(),
        consumer.getPendingMessageLimit(),
        consumer.getDroppedCount());
  }

  private static String name(Consumer consumer) {
    return switch (consumer) {
      case JetStreamSubscription durable -> durable.getConsumerName();
      case Subscription plain -> plain.getSubject();
      default -> "unnamed";
    };
  }

  @Override
  public void messageDiscarded(Connection connection, Message message) {
    log.warn(
        "A message to NATS was not sent, because too many wait: {}. It is sent again from the"
            + " database.",
        message.getSubject());
  }
}
