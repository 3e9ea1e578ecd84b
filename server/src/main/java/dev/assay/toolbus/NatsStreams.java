package dev.assay.toolbus;

import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.JetStreamSubscription;
import io.nats.client.PullSubscribeOptions;
import io.nats.client.api.AckPolicy;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.DeliverPolicy;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/// The streams and consumers in NATS: missing ones are made, existing ones are left unchanged.
final class NatsStreams {
  private static final String COMMANDS = "cg_cmd_" + Subject.VERSION;
  private static final String EVENTS = "cg_evt_" + Subject.VERSION;
  static final List<String> NAMES = List.of(COMMANDS, EVENTS);

  private static final int MESSAGE_WITH_HEADERS = 2 * BusMessage.LONGEST;
  private static final long MOST_BYTES = 256L << 20;
  private static final int MOST_IN_WORK = 10_000;
  private static final int STREAM_MISSING = 404;

  private final Connection connection;
  private final Duration silence;

  /// @param silence the time after which a message without progress of its worker is delivered
  ///   again
  NatsStreams(Connection connection, Duration silence) {
    this.connection = connection;
    this.silence = silence;
  }

  Duration silence() {
    return silence;
  }

  void prepare() throws IOException, JetStreamApiException {
    prepare(COMMANDS, "cmd", Duration.ofHours(24));
    prepare(EVENTS, "evt", Duration.ofDays(7));
  }

  private void prepare(String name, String category, Duration kept)
      throws IOException, JetStreamApiException {
    JetStreamManagement management = connection.jetStreamManagement();
    try {
      management.getStreamInfo(name);
    } catch (JetStreamApiException e) {
      if (e.getErrorCode() != STREAM_MISSING) {
        throw e;
      }
      management.addStream(
          StreamConfiguration.builder()
              .name(name)
              .subjects(String.join(".", Subject.PREFIX, Subject.VERSION, "*", "*", category, ">"))
              .storageType(StorageType.File)
              .maxAge(kept)
              .maxBytes(MOST_BYTES)
              .maximumMessageSize(MESSAGE_WITH_HEADERS)
              .build());
    }
  }

  /// Subscribes to messages. All servers that pull with the same name share them.
  JetStreamSubscription subscribe(Consumption consumption)
      throws IOException, JetStreamApiException {
    prepare();
    connection
        .jetStreamManagement()
        .addOrUpdateConsumer(
            COMMANDS,
            ConsumerConfiguration.builder()
                .durable(consumption.name())
                .filterSubject(consumption.filter())
                .deliverPolicy(DeliverPolicy.All)
                .ackPolicy(AckPolicy.Explicit)
                .ackWait(silence)
                .maxAckPending(MOST_IN_WORK)
                .build());
    return connection
        .jetStream()
        .subscribe("", PullSubscribeOptions.bind(COMMANDS, consumption.name()));
  }
}
