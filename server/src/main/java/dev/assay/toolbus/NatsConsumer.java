package dev.assay.toolbus;

import dev.assay.skill.LoggedFailure;
import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamSubscription;
import io.nats.client.Message;
import io.nats.client.impl.NatsJetStreamMetaData;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Pulls as many messages as it can work on, and reports progress while it works on them.
final class NatsConsumer {
  private static final Logger log = LoggerFactory.getLogger(NatsConsumer.class);
  private static final Duration PULL = Duration.ofSeconds(1);
  private static final Duration GOODBYE = Duration.ofSeconds(3);

  private final Connection connection;
  private final NatsStreams streams;
  private final Consumption consumption;
  private final MessageHandler handler;
  private final Delivery delivery;
  private final Semaphore places;
  private final CountDownLatch stopped = new CountDownLatch(1);

  NatsConsumer(
      Connection connection,
      NatsStreams streams,
      Consumption consumption,
      MessageHandler handler,
      Delivery delivery) {
    this.connection = connection;
    this.streams = streams;
    this.consumption = consumption;
    this.handler = handler;
    this.delivery = delivery;
    this.places = new Semaphore(consumption.atOnce());
    Thread.ofPlatform().daemon().name(consumption.name()).start(this::run);
  }

  private boolean isStopped() {
    return stopped.getCount() == 0 || connection.getStatus() == Connection.Status.CLOSED;
  }

  private void run() {
    try {
      while (!isStopped()) {
        try {
          JetStreamSubscription subscription = streams.subscribe(consumption);
          pull(subscription);
        } catch (IOException | JetStreamApiException | IllegalStateException e) {
          if (isStopped()) {
            return;
          }
          log.warn("No messages from NATS; will try again: {}", LoggedFailure.of(e).line());
          boolean _ = stopped.await(PULL.toMillis(), TimeUnit.MILLISECONDS);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Pulls until the consumer is stopped, or the subscription fails.
  private void pull(JetStreamSubscription subscription)
      throws InterruptedException, IOException, JetStreamApiException {
    int quiet = 0;
    while (!isStopped()) {
      places.acquire();
      boolean used = false;
      try {
        for (Message message : subscription.fetch(1, PULL)) {
          used = true;
          quiet = 0;
          Thread.ofPlatform()
              .daemon()
              .name(consumption.name() + "-" + message.metaData().streamSequence())
              .start(() -> work(message));
        }
      } finally {
        if (!used) {
          places.release();
        }
      }
      if (!used && ++quiet % 10 == 0 && connection.getStatus() == Connection.Status.CONNECTED) {
        subscription.getConsumerInfo(); // fails if the consumer was removed
      }
    }
    subscription.unsubscribe();
  }

  private void work(Message message) {
    CountDownLatch over = new CountDownLatch(1);
    Thread.ofVirtual().start(() -> keepAlive(message, over));
    try {
      Optional<Duration> again = delivery.attempt(received(message), handler);
      over.countDown();
      if (again.isPresent()) {
        message.nakWithDelay(again.get());
      } else {
        message.ack();
      }
    } catch (IllegalStateException e) {
      log.info("The connection ended before a message was acknowledged; it comes again");
    } finally {
      over.countDown();
      places.release();
    }
  }

  private void keepAlive(Message message, CountDownLatch over) {
    try {
      while (!over.await(streams.silence().toMillis() / 3, TimeUnit.MILLISECONDS)) {
        message.inProgress();
      }
    } catch (IllegalStateException e) {
      log.debug("The connection ended", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Delivery.Received received(Message message) {
    Map<String, String> headers = new HashMap<>();
    if (message.hasHeaders()) {
      message
          .getHeaders()
          .forEach(
              (name, values) -> {
                if (!name.startsWith("Nats-")) {
                  headers.put(name, String.join(",", values));
                }
              });
    }
    byte[] payload = message.getData();
    return new Delivery.Received(
        id(message), message.getSubject(), headers, payload == null ? new byte[0] : payload);
  }

  private static UUID id(Message message) {
    NatsJetStreamMetaData data = message.metaData();
    String place = data.getStream() + " " + data.streamSequence() + " " + data.timestamp();
    return UUID.nameUUIDFromBytes(place.getBytes(StandardCharsets.UTF_8));
  }

  void stop() {
    stopped.countDown();
  }

  /// Waits a little for the messages that are being handled.
  void await() {
    try {
      boolean _ =
          places.tryAcquire(consumption.atOnce(), GOODBYE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
