package dev.assay.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.assay.Api;
import dev.assay.TestServer;
import dev.assay.conversation.ChatClient.Heard;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whoever uses an installation sees that something failed, and not where or what others said.
class PlainErrorsStoryTest {
  private static final String BODY = "PROVIDER-SAYS /srv/secret/place";

  /// Of the provider's answers.
  private static volatile int status;

  private static HttpServer provider;
  private static TestServer server;
  private static Path uploads;
  private static ChatClient user;

  @BeforeAll
  static void start(@TempDir Path folder) throws IOException {
    provider = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    provider.createContext("/", PlainErrorsStoryTest::answer);
    provider.start();
    uploads = Files.createDirectory(folder.resolve("up"));
    server =
        TestServer.start(
            Map.of(
                "ASSAY_MODEL_BASE_URL", "http://127.0.0.1:" + provider.getAddress().getPort(),
                "ASSAY_MODEL_NAME", "tiny",
                "ASSAY_MODEL_KEY", "sk-never-to-be-seen",
                "ASSAY_MODEL_RETRIES", "0",
                "ASSAY_CONVERSATION_UPLOADS", uploads.toString()));
    server
        .admin()
        .post("/api/admin/users", Map.of("username", "eve", "password", "a good password"));
    user = new ChatClient(server.anonymous().signIn("eve", "a good password"));
  }

  @AfterAll
  static void stop() {
    server.close();
    provider.stop(0);
  }

  private static void answer(HttpExchange exchange) throws IOException {
    exchange.getRequestBody().readAllBytes();
    byte[] body = (BODY + " " + exchange.getRequestHeaders()).getBytes(StandardCharsets.UTF_8);
    if (status > 0) {
      exchange.sendResponseHeaders(status, body.length);
      exchange.getResponseBody().write(body);
    }
    exchange.close();
  }

  private static void assertPlain(String text) {
    assertThat(text)
        .doesNotContain("PROVIDER-SAYS")
        .doesNotContain("secret/place")
        .doesNotContain("sk-never")
        .doesNotContain("127.0.0.1")
        .doesNotContain(Integer.toString(provider.getAddress().getPort()))
        .doesNotContain(uploads.toString())
        .doesNotContain(server.home().path().toString());
  }

  private static void assertFailsPlainly(String code) {
    String conversation = user.begin();
    List<Heard> heard = user.say(conversation, "hello");
    assertThat(ChatClient.state(heard)).isEqualTo("failed");
    assertThat(heard).anyMatch(each -> each.body().path("code").asString("").equals(code));
    assertPlain(heard.toString());
    assertPlain(user.messages(conversation).toString());
    Api.Reply page =
        user.api().send(user.api().request("/chat/" + conversation).header("Accept", "text/html"));
    assertThat(page.status()).isEqualTo(200);
    assertPlain(page.response().body());
  }

  @Test
  void a_model_that_fails_is_told_without_its_address_and_its_words() {
    for (int answer : new int[] {401, 404, 400}) {
      status = answer;
      assertFailsPlainly("MODEL_REFUSED");
    }
    for (int answer : new int[] {429, 500, 0}) {
      status = answer;
      assertFailsPlainly("MODEL_UNAVAILABLE");
    }
    status = 200;
    assertFailsPlainly("MODEL_ANSWER_UNUSABLE");
  }

  @Test
  void storage_that_fails_is_told_without_its_place() throws IOException {
    String conversation = user.begin();
    Files.writeString(uploads.resolve(conversation), "in the way");
    Api.Reply reply = user.upload(conversation, "a.txt", new byte[] {1});
    assertThat(reply.code()).isEqualTo("BLOB_STORE_FAILED");
    assertPlain(reply.response().body());
    status = 500;
    assertPlain(user.say(conversation, "hello").toString());
  }

  @Test
  void the_dashboard_names_the_database_to_admins_only() {
    String address = server.part(dev.assay.web.ServerFacts.class).database();
    for (String path : List.of("/", "/dashboard/health")) {
      assertThat(page(server.admin(), path)).contains(address);
      assertThat(page(user.api(), path)).doesNotContain(address);
    }
  }

  @Test
  void what_every_user_can_read_names_no_place_of_the_host() {
    for (String path :
        List.of("/actuator/prometheus", "/actuator/health", "/api/openapi.json", "/account")) {
      Api.Reply reply = user.api().get(path);
      assertThat(reply.status()).as(path).isEqualTo(200);
      assertThat(reply.response().body())
          .as(path)
          .doesNotContain(server.home().path().toAbsolutePath().toString())
          .doesNotContain(Path.of("").toAbsolutePath().toString());
    }
  }

  private static String page(Api caller, String path) {
    return caller.send(caller.request(path).header("Accept", "text/html")).response().body();
  }
}
