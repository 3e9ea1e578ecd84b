package dev.assay.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.Api;
import dev.assay.TestServer;
import dev.assay.database.ConnectionShares;
import dev.assay.skill.WorkKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Overload slows requests down or refuses them as too many. It never looks like a broken database.
class LoadStoryTest {
  private static TestServer server;

  @BeforeAll
  static void start() {
    server =
        TestServer.start(Map.of("ASSAY_DATABASE_CONNECTIONS", "5", "ASSAY_DATABASE_WAIT", "3s"));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static void hold(WorkKind kind, int number, List<Connection> held) throws SQLException {
    for (int taken = 0; taken < number; taken++) {
      held.add(kind.call(() -> server.part(DataSource.class).getConnection()));
    }
  }

  @Test
  void what_has_no_connection_in_time_is_too_busy_while_other_kinds_of_work_go_on()
      throws Exception {
    Api admin = server.admin();
    ConnectionShares shares = server.part(ConnectionShares.class);
    List<Connection> held = new ArrayList<>();
    try {
      // one for each of background, chat and requests is their own, two are anybody's
      hold(WorkKind.API, 3, held);
      assertThat(shares.standing(WorkKind.API).held()).isEqualTo(3);
      try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
        Future<Api.Reply> list = threads.submit(() -> admin.get("/api/admin/skills"));
        while (!list.isDone()) {
          assertThat(admin.get("/api/conversations").status()).isEqualTo(200);
        }
        Api.Reply refused = list.get();
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.code()).isEqualTo("TOO_BUSY");
        assertThat(Integer.parseInt(refused.header("Retry-After"))).isPositive();
        assertThat(refused.response().body()).doesNotContain("connection");
      }
    } finally {
      for (Connection each : held) {
        each.close();
        each.close(); // a second time gives nothing back
      }
    }
    assertThat(shares.standing(WorkKind.API).held()).isZero();
    assertThat(admin.get("/api/admin/skills").status()).isEqualTo(200);
    assertThat(admin.get("/actuator/prometheus").response().body())
        .contains("assay_database_refused_total{kind=\"api\"} 1.0");
  }

  @Test
  void two_hundred_requests_at_once_are_answered_or_refused_as_too_many() throws Exception {
    Api admin = server.admin();
    List<Future<Api.Reply>> answers = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int number = 0; number < 200; number++) {
        answers.add(threads.submit(() -> admin.get("/api/admin/skills")));
      }
    }
    List<String> outcomes = new ArrayList<>();
    for (Future<Api.Reply> answer : answers) {
      outcomes.add(answer.get().status() + answer.get().code());
    }
    assertThat(outcomes).contains("200").isSubsetOf("200", "429TOO_BUSY"); // how many: the machine
  }
}
