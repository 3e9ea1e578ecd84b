package dev.assay.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class EventSignalsTest {
  private static final Duration SHORT = Duration.ofMillis(1);

  private final EventSignals signals = new EventSignals();
  private final UUID subject = UUID.randomUUID();

  @Test
  void what_this_server_writes_wakes_its_viewers_while_the_database_does_not() throws Exception {
    try (EventSignals.Viewer viewer = signals.watch(subject)) {
      signals.written(UUID.randomUUID());
      assertThat(viewer.await(SHORT, SHORT)).isFalse();
      signals.written(subject);
      assertThat(viewer.await(Duration.ofSeconds(10), SHORT)).isTrue();
    }
  }

  @Test
  void while_the_database_notifies_viewers_are_woken_once_and_do_not_poll() throws Exception {
    signals.connected();
    try (EventSignals.Viewer viewer = signals.watch(subject)) {
      signals.written(subject);
      assertThat(viewer.await(SHORT, SHORT)).isFalse();
      Thread notifier = Thread.ofVirtual().start(() -> signals.notified(subject));
      assertThat(viewer.await(Duration.ofSeconds(30), Duration.ZERO)).isTrue();
      notifier.join();
    }
  }

  @Test
  void a_lost_connection_and_a_new_one_wake_everybody() throws Exception {
    try (EventSignals.Viewer viewer = signals.watch(subject)) {
      signals.connected();
      assertThat(viewer.await(Duration.ofSeconds(10), SHORT)).isTrue();
      signals.lost();
      assertThat(viewer.await(Duration.ofSeconds(10), SHORT)).isTrue();
    }
  }

  @Test
  void what_was_signalled_before_reading_is_not_waited_for_again() throws Exception {
    try (EventSignals.Viewer viewer = signals.watch(subject)) {
      signals.written(subject);
      viewer.begin();
      assertThat(viewer.await(SHORT, SHORT)).isFalse();
    }
  }
}
