package dev.assay.toolbus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.TestDatabase;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Secret;
import dev.assay.testkit.SelfSigned;
import dev.assay.toolbus.MessageHandler.Handled;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;

/// How a server gets to a real nats-server, and how it is told why not.
class NatsEntryStoryTest {
  private static final Duration SILENCE = Duration.ofMillis(900);
  private static final Duration REFUSAL = Duration.ofSeconds(2);
  private static final int PATIENCE = 20;

  private static JdbcClient jdbc;
  private static ParkedMessages parked;

  @BeforeAll
  static void open() {
    jdbc = new TestDatabase().jdbc();
    parked = new ParkedMessages(jdbc, Clock.systemUTC());
  }

  @Test
  void an_address_where_nothing_listens_is_named() {
    requireRefused(at("nats://127.0.0.1:1"))
        .hasMessageContaining("nats://127.0.0.1:1")
        .hasMessageContaining("assay.bus.servers");
  }

  @Test
  void a_wrong_password_is_refused_with_the_settings_and_a_right_one_lets_in() throws Exception {
    try (NatsServer closed = NatsServer.start("--user", "assay", "--pass", "right-one")) {
      requireNoEntry(closed, Optional.empty(), Optional.empty());
      requireNoEntry(closed, Optional.of("assay"), Optional.of("wrong-one"));
      requireEntry(with(closed, Optional.of("assay"), Optional.of("right-one")));
    }
    try (NatsServer closed = NatsServer.start("--auth", "right-token")) {
      requireNoEntry(closed, Optional.empty(), Optional.of("wrong-one"));
      requireEntry(with(closed, Optional.empty(), Optional.of("right-token")));
    }
  }

  @Test
  void over_tls_the_certificate_is_vouched_for_and_for_the_host_that_was_asked(@TempDir Path folder)
      throws Exception {
    SelfSigned ours = SelfSigned.in(Files.createDirectory(folder.resolve("ours")));
    SelfSigned others =
        SelfSigned.in(Files.createDirectory(folder.resolve("others")), "dns:nats.example");
    try (NatsServer nats = NatsServer.startSecure(ours)) {
      requireEntry(over(nats, ours.certificateFile()));
      requireRefused(over(nats, others.certificateFile()))
          .hasMessageContaining(nats.secureUrl())
          .hasMessageContaining("is not trusted: no authority that is known here vouches for it")
          .hasMessageContaining("assay.bus.certificates");
      Path empty = Files.writeString(folder.resolve("empty.pem"), "nothing");
      assertThatThrownBy(() -> new NatsBus(over(nats, empty), parked).disconnect())
          .isInstanceOf(AssayException.class)
          .hasMessageContaining("assay.bus.certificates: " + empty);
    }
    try (NatsServer nats = NatsServer.startSecure(others)) {
      requireRefused(over(nats, others.certificateFile()))
          .hasMessageContaining("is not trusted: No subject alternative names")
          .hasMessageContaining("the host that the certificate is for");
    }
    try (NatsServer plain = NatsServer.start()) {
      requireRefused(over(plain, ours.certificateFile())).hasMessageContaining("assay.bus.servers");
    }
  }

  private static NatsSettings at(String address) {
    return new NatsSettings(List.of(address), Optional.empty(), Optional.empty(), Optional.empty());
  }

  private static NatsSettings with(
      NatsServer nats, Optional<String> user, Optional<String> password) {
    return new NatsSettings(List.of(nats.url()), user, password.map(Secret::of), Optional.empty());
  }

  private static NatsSettings over(NatsServer nats, Path authorities) {
    return new NatsSettings(
        List.of(nats.secureUrl()), Optional.empty(), Optional.empty(), Optional.of(authorities));
  }

  private static AbstractThrowableAssert<?, ?> requireRefused(NatsSettings settings) {
    return assertThatThrownBy(() -> new NatsBus(settings, parked, SILENCE, REFUSAL).disconnect())
        .isInstanceOfSatisfying(
            AssayException.class,
            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.BUS_UNAVAILABLE));
  }

  private static void requireNoEntry(
      NatsServer closed, Optional<String> user, Optional<String> password) {
    requireRefused(with(closed, user, password))
        .hasMessageContaining("assay.bus.user")
        .hasMessageContaining("assay.bus.password")
        .satisfies(
            failure -> {
              StringWriter all = new StringWriter();
              failure.printStackTrace(new PrintWriter(all));
              assertThat(all.toString()).doesNotContain("wrong-one");
            });
  }

  private static void requireEntry(NatsSettings settings) throws InterruptedException {
    String project = "p-" + UUID.randomUUID().toString().substring(0, 8);
    new TestProject(jdbc, project).create();
    NatsBus bus = new NatsBus(settings, parked, SILENCE);
    try {
      BlockingQueue<BusMessage> seen = new LinkedBlockingQueue<>();
      bus.consume(
          new Consumption("tool_entry", "tool", "entry", 1),
          message -> {
            seen.add(message);
            return new Handled.Done();
          });
      Subject subject =
          new Subject(project, "public", Subject.Category.CMD, "tool", "entry", "run_cmd");
      bus.publish(BusMessage.of(subject, Map.of(), "in"), UUID.randomUUID().toString());
      BusMessage came = seen.poll(PATIENCE, TimeUnit.SECONDS);
      assertThat(came).isNotNull();
      assertThat(came.payload()).isEqualTo("in");
    } finally {
      bus.disconnect();
    }
  }
}
