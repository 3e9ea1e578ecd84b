package dev.assay.toolbus;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Secret;
import io.nats.client.AuthenticationException;
import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.PublishOptions;
import io.nats.client.PurgeOptions;
import io.nats.client.impl.Headers;
import io.nats.client.impl.NatsMessage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Passes messages on over NATS JetStream, which keeps them on disk until they are handled.
public final class NatsBus implements MessageBus {
  private static final Logger log = LoggerFactory.getLogger(NatsBus.class);
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Duration SILENCE = Duration.ofSeconds(15);

  private final Connection connection;
  private final NatsStreams streams;
  private final Delivery delivery;
  private final List<NatsConsumer> consumers = new CopyOnWriteArrayList<>();

  /// @throws AssayException with `BUS_UNAVAILABLE` if there is no NATS with JetStream
  public NatsBus(NatsSettings settings, ParkedMessages parked) {
    this(settings, parked, SILENCE);
  }

  NatsBus(NatsSettings settings, ParkedMessages parked, Duration silence) {
    this(settings, parked, silence, PATIENCE);
  }

  /// @param patience the timeout of a connection; the library waits as long before it tries a
  ///   refused one again
  NatsBus(NatsSettings settings, ParkedMessages parked, Duration silence, Duration patience) {
    delivery = new Delivery(parked);
    connection = connect(settings, patience);
    streams = new NatsStreams(connection, silence);
    try {
      streams.prepare();
    } catch (IOException | JetStreamApiException e) {
      close();
      throw unavailable("prepare its streams at " + settings.places(), e);
    }
  }

  private static Connection connect(NatsSettings settings, Duration patience) {
    Options.Builder options =
        Options.builder()
            .servers(settings.servers().toArray(String[]::new))
            .connectionName("assay")
            .connectionTimeout(patience)
            .maxReconnects(-1)
            .reconnectWait(Duration.ofMillis(500))
            .errorListener(new NatsNotices())
            .connectionListener((_, event) -> log.info("NATS: {}", event));
    Optional<NatsTls> tls =
        settings.isSecure() ? Optional.of(new NatsTls(settings.certificates())) : Optional.empty();
    tls.map(NatsTls::context).ifPresent(options::sslContext);
    char[] password = settings.password().map(Secret::reveal).orElse("").toCharArray();
    settings
        .user()
        .ifPresentOrElse(
            user -> options.userInfo(user.toCharArray(), password),
            () -> settings.password().ifPresent(_ -> options.token(password)));
    try {
      return Nats.connect(options.build());
    } catch (AuthenticationException e) {
      throw new AssayException(
          ErrorCode.BUS_UNAVAILABLE,
          "NATS at %s does not let Assay in. Check assay.bus.user and assay.bus.password; a password without a user is a token."
              .formatted(settings.places()),
          e);
    } catch (IOException e) {
      throw tls.flatMap(NatsTls::refusal)
          .map(refusal -> untrusted(settings, refusal))
          .orElseGet(() -> unavailable("reach NATS at " + settings.places(), e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unavailable("wait for NATS", e);
    }
  }

  private static AssayException untrusted(NatsSettings settings, CertificateException refusal) {
    return new AssayException(
        ErrorCode.BUS_UNAVAILABLE,
        "The certificate of NATS at %s is not trusted: %s. Name a PEM file with its authority in assay.bus.certificates, and in assay.bus.servers the host that the certificate is for."
            .formatted(settings.places(), NatsTls.words(refusal)),
        refusal);
  }

  static AssayException unavailable(String what, Exception cause) {
    return new AssayException(
        ErrorCode.BUS_UNAVAILABLE,
        "The bus could not %s: %s. Check assay.bus.servers (tls:// if NATS wants TLS, else nats://), and that nats-server runs with JetStream (nats-server -js)."
            .formatted(what, cause.getMessage()),
        cause);
  }

  @Override
  public void publish(BusMessage message, String id) {
    Headers headers = new Headers();
    message.headers().forEach(headers::add);
    try {
      connection
          .jetStream()
          .publish(
              NatsMessage.builder()
                  .subject(message.subject().text())
                  .headers(headers)
                  .data(message.payload().getBytes(StandardCharsets.UTF_8))
                  .build(),
              PublishOptions.builder().messageId(id).build());
    } catch (IOException | JetStreamApiException | IllegalStateException e) {
      throw unavailable("send a message", e);
    }
  }

  @Override
  public void consume(Consumption consumption, MessageHandler handler) {
    consumers.add(new NatsConsumer(connection, streams, consumption, handler, delivery));
  }

  @Override
  public void purge(String project) {
    try {
      for (String stream : NatsStreams.NAMES) {
        connection
            .jetStreamManagement()
            .purgeStream(
                stream, PurgeOptions.builder().subject(Subject.ofProject(project)).build());
      }
    } catch (IOException | JetStreamApiException | IllegalStateException e) {
      throw unavailable("remove messages", e);
    }
  }

  @Override
  public void close() {
    consumers.forEach(NatsConsumer::stop);
    consumers.forEach(NatsConsumer::await);
    disconnect();
  }

  /// Ends the connection at once, whatever is under way.
  void disconnect() {
    try {
      connection.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
