package dev.assay.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.Api;
import dev.assay.TestServer;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Callers who are not signed in cannot block the server for those who are.
class ManySignInsStoryTest {
  private static final int MANY = 60;

  private static TestServer server;

  @BeforeAll
  static void start() {
    server = TestServer.start(Map.of("ASSAY_DATABASE_CONNECTIONS", "4"));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void many_sign_ins_at_once_keep_nobody_else_from_being_answered() throws Exception {
    Api admin = server.admin();
    List<Integer> others = new ArrayList<>();
    List<Future<Api.Reply>> answers = new ArrayList<>();
    try (ExecutorService strangers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < MANY; i++) {
        int number = i;
        answers.add(strangers.submit(() -> number % 3 == 0 ? form(number) : call(number)));
      }
      while (!answers.stream().allMatch(Future::isDone)) {
        others.add(admin.get("/api/auth/me").status());
        others.add(admin.get("/api/admin/users").status());
      }
    }
    assertThat(others).isNotEmpty().containsOnly(200);
    List<Integer> refusals = new ArrayList<>();
    for (Future<Api.Reply> answer : answers) {
      refusals.add(answer.get().status());
      if (answer.get().status() == 429) {
        assertThat(Integer.parseInt(answer.get().header("Retry-After"))).isPositive();
      }
    }
    assertThat(refusals).contains(401, 429).containsOnly(401, 429);
    assertThat(server.anonymous().get("/actuator/health").status()).isEqualTo(200);
  }

  private static Api.Reply call(int number) {
    return server
        .anonymous()
        .post("/api/auth/login", Map.of("username", "stranger" + number, "password", "a guess"));
  }

  private static Api.Reply form(int number) {
    Api anonymous = server.anonymous();
    Api.Reply page = anonymous.send(anonymous.request("/sign-in").header("Accept", "text/html"));
    String cookie = page.header("Set-Cookie").replaceFirst(";.*", "");
    String token =
        page.response().body().replaceFirst("(?s).*name=\"_csrf\" value=\"([^\"]+)\".*", "$1");
    return anonymous.send(
        anonymous
            .request("/sign-in")
            .header("Content-Type", "application/x-www-form-urlencoded")
            .header("Cookie", cookie)
            .POST(
                BodyPublishers.ofString(
                    "username=stranger" + number + "&password=guess&_csrf=" + token)));
  }
}
