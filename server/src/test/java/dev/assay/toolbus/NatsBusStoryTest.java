package dev.assay.toolbus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.TestDatabase;
import dev.assay.skill.AssayException;
import dev.assay.toolbus.MessageHandler.Handled;
import io.nats.client.Connection;
import io.nats.client.Nats;
import io.nats.client.impl.Headers;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Messages over a real nats-server.
class NatsBusStoryTest {
  private static final Duration SILENCE = Duration.ofMillis(900);
  private static final int PATIENCE = 20;

  private static NatsServer nats;
  private static JdbcClient jdbc;
  private static TestDatabase database;
  private static ParkedMessages parked;

  private final String project = project();
  private final String target = "t" + UUID.randomUUID().toString().substring(0, 8);
  private final List<NatsBus> buses = new ArrayList<>();

  @BeforeAll
  static void open() {
    nats = NatsServer.start();
    database = new TestDatabase();
    jdbc = database.jdbc();
    parked = new ParkedMessages(jdbc, Clock.systemUTC());
  }

  @AfterAll
  static void end() {
    if (nats != null) {
      nats.close();
    }
  }

  @AfterEach
  void close() {
    buses.forEach(NatsBus::disconnect);
  }

  @Test
  void a_message_that_is_put_off_comes_again_and_one_that_repeats_comes_once() throws Exception {
    BlockingQueue<BusMessage> seen = new LinkedBlockingQueue<>();
    AtomicInteger deliveries = new AtomicInteger();
    NatsBus bus = bus();
    bus.consume(
        consumption(2),
        message -> {
          seen.add(message);
          return deliveries.incrementAndGet() == 1
              ? new Handled.Later(Duration.ofMillis(10))
              : new Handled.Done();
        });
    bus.publish(message("one"), "id-1" + target);
    bus.publish(message("one"), "id-1" + target);
    assertThat(next(seen).headers()).containsEntry(BusMessage.PROJECT, project);
    assertThat(next(seen).payload()).isEqualTo("one");
    bus.publish(message("two"), "id-2" + target);
    assertThat(next(seen).payload()).isEqualTo("two");
  }

  @Test
  void a_call_that_takes_long_is_delivered_once() throws Exception {
    AtomicInteger deliveries = new AtomicInteger();
    CountDownLatch done = new CountDownLatch(1);
    NatsBus first = bus();
    first.consume(
        consumption(3),
        message -> {
          deliveries.incrementAndGet();
          waitFor(new CountDownLatch(1), SILENCE.multipliedBy(3));
          done.countDown();
          return new Handled.Done();
        });
    first.publish(message("long"), "long" + target);
    assertThat(done.await(PATIENCE, TimeUnit.SECONDS)).isTrue();
    assertThat(deliveries).hasValue(1);
  }

  @Test
  void two_workers_share_messages_and_each_call_is_done_once() throws Exception {
    int all = 40;
    Map<String, AtomicInteger> done = new ConcurrentHashMap<>();
    Map<Integer, AtomicInteger> workers = new ConcurrentHashMap<>();
    CountDownLatch over = new CountDownLatch(all);
    for (int i = 0; i < 2; i++) {
      int worker = i;
      CallLeases leases = leases(Duration.ofSeconds(5));
      bus()
          .consume(
              consumption(4),
              message -> {
                workers.computeIfAbsent(worker, _ -> new AtomicInteger()).incrementAndGet();
                return switch (leases.take(project, message.payload())) {
                  case CallLease.Attempt.Taken taken -> {
                    leases.complete(
                        taken.lease(),
                        () ->
                            done.computeIfAbsent(message.payload(), _ -> new AtomicInteger())
                                .incrementAndGet());
                    over.countDown();
                    waitFor(new CountDownLatch(1), Duration.ofMillis(5));
                    yield new Handled.Done();
                  }
                  case CallLease.Attempt.Busy _ -> new Handled.Later(Duration.ofMillis(50));
                  case CallLease.Attempt.Over _ -> new Handled.Done();
                };
              });
    }
    NatsBus sender = bus();
    for (int i = 0; i < all; i++) {
      sender.publish(message("call-" + i), target + i);
      sender.publish(message("call-" + i), target + i + "again"); // the same call once more
    }
    assertThat(over.await(PATIENCE, TimeUnit.SECONDS)).isTrue();
    assertThat(done).hasSize(all).allSatisfy((_, times) -> assertThat(times).hasValue(1));
    assertThat(workers).hasSize(2);
  }

  @Test
  void the_call_of_a_worker_that_died_is_taken_over_and_the_dead_one_writes_nothing()
      throws Exception {
    CallLeases dying = leases(Duration.ofMillis(700));
    BlockingQueue<CallLease> held = new LinkedBlockingQueue<>();
    CountDownLatch forever = new CountDownLatch(1);
    NatsBus victim = bus();
    victim.consume(
        consumption(1),
        _ -> {
          if (dying.take(project, "call") instanceof CallLease.Attempt.Taken taken) {
            held.add(taken.lease());
          }
          waitFor(forever, Duration.ofSeconds(PATIENCE));
          return new Handled.Done();
        });
    bus().publish(message("call"), "dies" + target);
    CallLease first = next(held);
    victim.disconnect(); // it renews neither its lease nor its message any more
    CallLeases living = leases(Duration.ofSeconds(5));
    BlockingQueue<Long> fences = new LinkedBlockingQueue<>();
    bus()
        .consume(
            consumption(1),
            _ -> {
              if (living.take(project, "call") instanceof CallLease.Attempt.Taken taken) {
                living.complete(taken.lease(), () -> fences.add(taken.lease().fence()));
                return new Handled.Done();
              }
              return new Handled.Later(Duration.ofMillis(100));
            });
    assertThat(next(fences)).isEqualTo(2);
    assertThat(dying.complete(first, () -> fences.add(first.fence()))).isFalse();
    assertThat(fences).isEmpty();
    forever.countDown();
  }

  @Test
  void what_waits_survives_a_restart_of_nats() throws Exception {
    NatsBus sender = bus();
    NatsBus worker = bus();
    BlockingQueue<BusMessage> seen = new LinkedBlockingQueue<>();
    for (int i = 0; i < 5; i++) {
      sender.publish(message("m" + i), target + i);
    }
    worker.consume(
        consumption(2),
        message -> {
          seen.add(message);
          return new Handled.Done();
        });
    next(seen);
    nats.restart();
    NatsBus later = bus();
    later.publish(message("after"), target + "after");
    List<String> all = new ArrayList<>();
    while (!all.contains("after")) {
      all.add(next(seen).payload());
    }
    assertThat(all).contains("after");
    assertThat(parked.list(project)).isEmpty();
  }

  @Test
  void what_cannot_be_handled_is_parked_with_its_reason_and_can_be_sent_again() throws Exception {
    BlockingQueue<BusMessage> seen = new LinkedBlockingQueue<>();
    AtomicInteger refusals = new AtomicInteger();
    NatsBus bus = bus();
    bus.consume(
        consumption(2),
        message -> {
          if (refusals.getAndIncrement() == 0) {
            return new Handled.Refused("nobody knows it");
          }
          seen.add(message);
          return new Handled.Done();
        });
    bus.publish(message("refused"), "r" + target);
    ParkedMessage refused = parkedSoon(1).getFirst();
    assertThat(refused.reason()).isEqualTo("nobody knows it");
    assertThat(refused.payload()).isEqualTo("refused");
    parked.resend(project, refused.id(), bus);
    assertThat(next(seen).payload()).isEqualTo("refused");
    assertThat(parked.list(project).getFirst().resentAt()).isPresent();
    assertThatThrownBy(() -> parked.resend("another", refused.id(), bus))
        .isInstanceOf(AssayException.class);
    forge(bus);
    assertThat(seen).isEmpty();
  }

  /// Somebody with access to NATS publishes what is not allowed.
  private void forge(NatsBus bus) throws Exception {
    String subject = message("x").subject().text();
    Connection stranger = Nats.connect(nats.url());
    try {
      Headers other = new Headers();
      other.add(BusMessage.PROJECT, "another-project").add(BusMessage.CHANNEL, "public");
      stranger.jetStream().publish(subject, other, "{}".getBytes());
      Headers longName = new Headers();
      longName.add(BusMessage.PROJECT, project).add(BusMessage.CHANNEL, "public");
      longName.add(BusMessage.AGENT, "a".repeat(2_000));
      stranger.jetStream().publish(subject, longName, "{}".getBytes());
      Headers large = new Headers();
      large.add(BusMessage.PROJECT, project).add(BusMessage.CHANNEL, "public");
      stranger.jetStream().publish(subject, large, new byte[BusMessage.LONGEST + 1]);
      assertThatThrownBy(
              () -> stranger.jetStream().publish(subject, large, new byte[4 * BusMessage.LONGEST]))
          .hasMessageContaining("exceeds maximum");
      stranger
          .jetStream()
          .publish(subject.replace(project, "no-such-project"), other, "{}".getBytes());
    } finally {
      stranger.close();
    }
    List<ParkedMessage> all = parkedSoon(4);
    assertThat(all)
        .extracting(ParkedMessage::reason)
        .anyMatch(reason -> reason.contains("\"another-project\""))
        .anyMatch(reason -> reason.contains("header \"CG-Agent-Id\" is malformed"))
        .anyMatch(reason -> reason.contains("65536 bytes"));
    ParkedMessage cut = all.stream().filter(each -> !each.whole()).findFirst().orElseThrow();
    assertThatThrownBy(() -> parked.resend(project, cut.id(), bus))
        .hasMessageContaining("too large");
    assertThat(
            jdbc.sql("select count(*) from bus_parked where project = 'no-such-project'")
                .query(Integer.class)
                .single())
        .isZero();
  }

  @Test
  void purging_a_project_leaves_the_others() throws Exception {
    String other = project();
    NatsBus bus = bus();
    bus.publish(message("mine"), "mine" + target);
    bus.publish(BusMessage.of(subject(other), Map.of(), "theirs"), "theirs" + target);
    bus.purge(project);
    BlockingQueue<BusMessage> seen = new LinkedBlockingQueue<>();
    bus.consume(
        consumption(2),
        message -> {
          seen.add(message);
          return new Handled.Done();
        });
    assertThat(next(seen).payload()).isEqualTo("theirs");
    assertThat(seen).isEmpty();
  }

  private List<ParkedMessage> parkedSoon(int count) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE);
    List<ParkedMessage> all = parked.list(project);
    while (all.size() < count && System.nanoTime() < end) {
      waitFor(new CountDownLatch(1), Duration.ofMillis(20));
      all = parked.list(project);
    }
    assertThat(all).hasSize(count);
    return all;
  }

  private NatsBus bus() {
    NatsBus bus = new NatsBus(nats.settings(), parked, SILENCE);
    buses.add(bus);
    return bus;
  }

  private static CallLeases leases(Duration lasts) {
    return new CallLeases(jdbc, database.transactions(), lasts);
  }

  private Consumption consumption(int atOnce) {
    return new Consumption("tool_" + target, "tool", target, atOnce);
  }

  private BusMessage message(String payload) {
    return BusMessage.of(subject(project), Map.of(), payload);
  }

  private Subject subject(String of) {
    return new Subject(of, "public", Subject.Category.CMD, "tool", target, "run_cmd");
  }

  private static String project() {
    String id = "p-" + UUID.randomUUID().toString().substring(0, 8);
    new TestProject(jdbc, id).create();
    return id;
  }

  private static <T> T next(BlockingQueue<T> queue) throws InterruptedException {
    T value = queue.poll(PATIENCE, TimeUnit.SECONDS);
    assertThat(value).isNotNull();
    return value;
  }

  private static void waitFor(CountDownLatch latch, Duration most) {
    try {
      boolean _ = latch.await(most.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
