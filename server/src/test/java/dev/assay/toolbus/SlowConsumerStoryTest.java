package dev.assay.toolbus;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import dev.assay.TestDatabase;
import dev.assay.toolbus.MessageHandler.Handled;
import io.nats.client.Connection;
import io.nats.client.JetStreamSubscription;
import io.nats.client.Message;
import io.nats.client.Nats;
import io.nats.client.Options;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

/// A server that is too slow for what comes over a real nats-server. It looks at the log, which a
/// start of another server would set up anew.
@Isolated
class SlowConsumerStoryTest {
  private static final Duration SILENCE = Duration.ofMillis(900);
  private static final int PATIENCE = 20;

  private static final String PROJECT = "slow-" + UUID.randomUUID().toString().substring(0, 8);
  private static final Subject SUBJECT =
      new Subject(PROJECT, "public", Subject.Category.CMD, "tool", "slow", "run_cmd");

  private static NatsServer nats;
  private static ParkedMessages parked;

  @BeforeAll
  static void open() {
    nats = NatsServer.start();
    TestDatabase database = new TestDatabase();
    new TestProject(database.jdbc(), PROJECT).create();
    parked = new ParkedMessages(database.jdbc(), Clock.systemUTC());
  }

  @AfterAll
  static void end() {
    if (nats != null) {
      nats.close();
    }
  }

  @Test
  void what_waits_for_a_handler_that_is_stuck_is_handled_once_afterwards() throws Exception {
    int all = 60;
    Map<String, AtomicInteger> times = new ConcurrentHashMap<>();
    CountDownLatch stuck = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(all);
    NatsBus bus = new NatsBus(nats.settings(), parked, SILENCE);
    try {
      bus.consume(
          new Consumption("tool_slow", "tool", "slow", 2),
          message -> {
            times.computeIfAbsent(message.payload(), _ -> new AtomicInteger()).incrementAndGet();
            waitFor(stuck, PATIENCE * 1_000L);
            over.countDown();
            return new Handled.Done();
          });
      for (int i = 0; i < all; i++) {
        bus.publish(BusMessage.of(SUBJECT, Map.of(), "m" + i), PROJECT + i);
      }
      waitFor(new CountDownLatch(1), 3 * SILENCE.toMillis()); // long enough to be delivered again
      assertThat(times).as("no more than there is room for").hasSizeLessThanOrEqualTo(2);
      stuck.countDown();
      assertThat(over.await(PATIENCE, TimeUnit.SECONDS)).isTrue();
      assertThat(times).hasSize(all).allSatisfy((_, count) -> assertThat(count).hasValue(1));
      assertThat(parked.list(PROJECT)).isEmpty();
    } finally {
      bus.disconnect();
    }
  }

  @Test
  void what_the_library_leaves_out_is_said_in_words_and_comes_again() throws Exception {
    int all = 20;
    BlockingQueue<String> said = new LinkedBlockingQueue<>();
    NatsBus bus = new NatsBus(nats.settings(), parked, SILENCE);
    Connection connection =
        Nats.connect(Options.builder().server(nats.url()).errorListener(new NatsNotices()).build());
    try (Listening _ = new Listening(said)) {
      JetStreamSubscription subscription =
          new NatsStreams(connection, SILENCE)
              .subscribe(new Consumption("tool_narrow", "tool", "narrow", 1));
      subscription.setPendingLimits(3, -1);
      Subject subject =
          new Subject(PROJECT, "public", Subject.Category.CMD, "tool", "narrow", "run_cmd");
      for (int i = 0; i < all; i++) {
        bus.publish(BusMessage.of(subject, Map.of(), "n" + i), PROJECT + "n" + i);
      }
      subscription.pull(all); // more than has room
      assertThat(said.poll(PATIENCE, TimeUnit.SECONDS))
          .contains("(tool_narrow) more slowly than they come", "of at most 3 wait")
          .contains("They are not lost")
          .contains("roles tools and worker");
      Map<String, AtomicInteger> times = new ConcurrentHashMap<>();
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE);
      while (times.size() < all && System.nanoTime() < end) {
        for (Message message : subscription.fetch(1, Duration.ofSeconds(1))) {
          message.ackSync(Duration.ofSeconds(5));
          times
              .computeIfAbsent(new String(message.getData()), _ -> new AtomicInteger())
              .incrementAndGet();
        }
      }
      assertThat(times).hasSize(all).allSatisfy((_, count) -> assertThat(count).hasValue(1));
    } finally {
      connection.close();
      bus.disconnect();
    }
  }

  /// Hears what the notices write into the log.
  private static final class Listening extends AppenderBase<ILoggingEvent>
      implements AutoCloseable {
    private final BlockingQueue<String> said;
    private final Logger log = (Logger) LoggerFactory.getLogger(NatsNotices.class);

    private Listening(BlockingQueue<String> said) {
      this.said = said;
      setContext(log.getLoggerContext());
      start();
      log.addAppender(this);
    }

    @Override
    protected void append(ILoggingEvent event) {
      said.add(event.getFormattedMessage());
    }

    @Override
    public void close() {
      log.detachAppender(this);
    }
  }

  private static void waitFor(CountDownLatch latch, long most) {
    try {
      boolean _ = latch.await(most, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
