package dev.assay.toolbus;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// Passes messages on inside this server and keeps none. Publishers find the messages that waited
/// when it ended in the database.
public final class InProcessBus implements MessageBus {
  private static final Duration GOODBYE = Duration.ofSeconds(3);

  private final Delivery delivery;
  private final List<Consumer> consumers = new CopyOnWriteArrayList<>();

  public InProcessBus(ParkedMessages parked) {
    this.delivery = new Delivery(parked);
  }

  private final class Consumer {
    private final Consumption consumption;
    private final MessageHandler handler;
    private final ScheduledThreadPoolExecutor threads;
    private final Set<Waiting> waiting = ConcurrentHashMap.newKeySet();

    Consumer(Consumption consumption, MessageHandler handler) {
      this.consumption = consumption;
      this.handler = handler;
      threads =
          new ScheduledThreadPoolExecutor(
              consumption.atOnce(),
              Thread.ofPlatform().daemon().name(consumption.name() + "-", 0).factory());
      threads.setKeepAliveTime(10, TimeUnit.SECONDS);
      threads.allowCoreThreadTimeOut(true);
      threads.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    void add(Waiting one, Duration pause) {
      if (waiting.add(one)) {
        try {
          Future<?> _ =
              threads.schedule(() -> handle(one), pause.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
          waiting.remove(one); // the server ends; its publisher finds it in the database
        }
      }
    }

    private void handle(Waiting one) {
      if (!waiting.contains(one)) {
        return; // purged
      }
      Optional<Duration> again = delivery.attempt(one.received(), handler);
      waiting.remove(one);
      again.ifPresent(pause -> add(one, pause));
    }
  }

  /// A message that waits. Messages with the same id are equal.
  private record Waiting(String project, String id, BusMessage message) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Waiting it && it.id.equals(id);
    }

    @Override
    public int hashCode() {
      return id.hashCode();
    }

    Delivery.Received received() {
      return new Delivery.Received(
          UUID.randomUUID(),
          message.subject().text(),
          message.headers(),
          message.payload().getBytes(StandardCharsets.UTF_8));
    }
  }

  @Override
  public void publish(BusMessage message, String id) {
    consumers.stream()
        .filter(consumer -> consumer.consumption.takes(message.subject()))
        .forEach(
            consumer ->
                consumer.add(new Waiting(message.subject().project(), id, message), Duration.ZERO));
  }

  @Override
  public void consume(Consumption consumption, MessageHandler handler) {
    consumers.add(new Consumer(consumption, handler));
  }

  @Override
  public void purge(String project) {
    consumers.forEach(
        consumer -> consumer.waiting.removeIf(waiting -> waiting.project().equals(project)));
  }

  @Override
  public void close() {
    consumers.forEach(consumer -> consumer.threads.shutdown());
    long end = System.nanoTime() + GOODBYE.toNanos();
    try {
      for (Consumer consumer : consumers) {
        boolean _ =
            consumer.threads.awaitTermination(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
