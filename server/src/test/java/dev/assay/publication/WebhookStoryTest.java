package dev.assay.publication;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.assay.TestDatabase;
import dev.assay.audit.AuditLog;
import dev.assay.audit.Audits;
import dev.assay.skill.Secret;
import dev.assay.skill.audit.AuditAction;
import dev.assay.skill.audit.AuditRecord;
import dev.assay.testkit.TestClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class WebhookStoryTest {
  private static final int ENDLESS = 0;
  private static final Secret SECRET = Secret.of("between us");

  private record Call(String event, String delivery, String time, String signature, String body) {}

  private final TestClock clock = new TestClock();
  private final TestDatabase database = new TestDatabase();
  private final AuditLog audit = Audits.on(database, clock);
  private final Notices notices =
      new Notices(database.jdbc(), database.transactions(), audit, clock);
  private final List<Call> heard = Collections.synchronizedList(new ArrayList<>());
  private final Deque<Integer> answers = new ArrayDeque<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private HttpServer receiver;
  private Webhook webhook;

  @BeforeEach
  void open() throws IOException {
    receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    receiver.createContext(
        "/",
        call -> {
          heard.add(
              new Call(
                  call.getRequestHeaders().getFirst("Assay-Event"),
                  call.getRequestHeaders().getFirst("Assay-Delivery"),
                  call.getRequestHeaders().getFirst("Assay-Timestamp"),
                  call.getRequestHeaders().getFirst("Assay-Signature"),
                  new String(call.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
          int status = answers.isEmpty() ? 204 : answers.pop();
          if (status / 100 == 3) {
            call.getResponseHeaders().add("Location", "/elsewhere");
          }
          if (status == ENDLESS) {
            talkForEver(call);
          } else {
            call.sendResponseHeaders(status, -1);
            call.close();
          }
        });
    receiver.setExecutor(threads);
    receiver.start();
    webhook = webhook();
  }

  @AfterEach
  void close() {
    webhook.close();
    receiver.stop(0);
    threads.shutdownNow();
  }

  private static void talkForEver(HttpExchange call) {
    try (call) {
      call.sendResponseHeaders(200, 0);
      while (!Thread.currentThread().isInterrupted()) {
        call.getResponseBody().write(new byte[8192]);
      }
    } catch (IOException e) {
      // the other side has received enough
    }
  }

  @Test
  void a_receiver_whose_answer_has_no_end_holds_up_nobody() {
    answers.add(ENDLESS);
    record(AuditAction.SKILL_APPROVED);
    assertThat(webhook.deliver()).isEqualTo(1);
  }

  @Test
  void a_skill_that_waits_and_what_is_decided_are_told_signed_and_once() {
    record(AuditAction.VALIDATION_BEGAN);
    record(AuditAction.VALIDATION_PASSED);
    record(AuditAction.VALIDATION_FAILED);
    record(AuditAction.VALIDATION_INCONCLUSIVE);
    record(AuditAction.SKILL_APPROVED);
    record(AuditAction.IMAGE_ROLLED_BACK);

    assertThat(webhook.deliver()).isEqualTo(5);
    assertThat(webhook.deliver()).isZero();
    assertThat(heard)
        .extracting(Call::event)
        .containsExactly("review_ready", "failed", "inconclusive", "decided", "rolled_back");
    Call first = heard.getFirst();
    assertThat(first.time()).isEqualTo(Long.toString(clock.instant().getEpochSecond()));
    assertThat(first.signature())
        .isEqualTo("sha256=" + Webhook.signature(SECRET, first.time(), first.body()));
    JsonNode body = JsonMapper.shared().readTree(first.body());
    assertThat(body.path("action").asString()).isEqualTo("validation_passed");
    assertThat(body.path("object").path("name").asString()).isEqualTo("count");
    assertThat(body.path("after").path("status").asString()).isEqualTo("pending");
    assertThat(body.path("id").asString()).isEqualTo(first.delivery());
  }

  @Test
  void a_receiver_that_fails_is_asked_again_later_also_after_a_restart() {
    answers.addAll(List.of(500, 302));
    record(AuditAction.SKILL_REJECTED);
    assertThat(webhook.deliver()).isZero();
    assertThat(webhook.deliver()).isZero(); // not before its time
    assertThat(heard).hasSize(1);

    clock.pass(Duration.ofSeconds(6));
    assertThat(webhook.deliver()).isZero(); // a redirect is not followed
    assertThat(heard).hasSize(2);

    clock.pass(Duration.ofSeconds(11));
    try (Webhook restarted = webhook()) {
      assertThat(restarted.deliver()).isEqualTo(1);
    }
    assertThat(heard).hasSize(3).extracting(Call::delivery).containsOnly("1");
  }

  @Test
  void a_receiver_that_is_away_delays_no_decision_and_is_given_up_some_day() {
    receiver.stop(0);
    record(AuditAction.SKILL_APPROVED);
    for (int attempt = 0; attempt < 41; attempt++) {
      assertThat(webhook.deliver()).isZero();
      clock.pass(Duration.ofHours(2));
    }
    assertThat(
            database
                .jdbc()
                .sql("select attempts from notice where given_up_at is not null")
                .query(Integer.class)
                .single())
        .isEqualTo(40);
    assertThat(database.jdbc().sql("select last_error from notice").query(String.class).single())
        .contains("Connect");
  }

  @Test
  void two_servers_tell_each_notice_once_and_one_that_died_on_the_way_is_followed() {
    record(AuditAction.SKILL_APPROVED);
    Optional<Notices.Notice> taken = notices.claim(); // and its server dies
    assertThat(taken).isPresent();
    assertThat(webhook.deliver()).isZero();
    clock.pass(Duration.ofMinutes(3));
    assertThat(webhook.deliver()).isEqualTo(1);
  }

  @Test
  void what_happened_before_there_was_a_webhook_is_not_told() {
    TestDatabase other = new TestDatabase();
    AuditLog log = Audits.on(other, clock);
    log.record(deed(AuditAction.SKILL_APPROVED));
    Notices late = new Notices(other.jdbc(), other.transactions(), log, clock);
    assertThat(late.claim()).isEmpty();
    late.begin();
    assertThat(late.claim()).isEmpty();
    log.record(deed(AuditAction.SKILL_REJECTED));
    assertThat(late.claim()).get().extracting(notice -> notice.entry().sequence()).isEqualTo(2L);
  }

  private Webhook webhook() {
    return new Webhook(
        notices,
        URI.create("http://127.0.0.1:" + receiver.getAddress().getPort() + "/hook"),
        Optional.of(SECRET),
        clock);
  }

  private void record(AuditAction action) {
    audit.record(deed(action));
  }

  private static AuditRecord deed(AuditAction action) {
    return AuditRecord.by("ada", action, new AuditRecord.Subject("skill", "id", "count"))
        .to(Map.of("status", "pending"));
  }
}
