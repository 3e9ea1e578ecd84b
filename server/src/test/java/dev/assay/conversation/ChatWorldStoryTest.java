package dev.assay.conversation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import dev.assay.Api;
import dev.assay.TestDatabase;
import dev.assay.TestServer;
import dev.assay.conversation.ChatClient.Heard;
import dev.assay.database.DatabaseAddress;
import dev.assay.sandbox.FileLeases;
import dev.assay.sandbox.LimitPolicy;
import dev.assay.sandbox.SandboxEngines;
import dev.assay.sandbox.SandboxKeeper;
import dev.assay.sandbox.Workspaces;
import dev.assay.sandbox.local.OutsideWorld;
import dev.assay.sandbox.settings.LocalSandboxes;
import dev.assay.sandbox.settings.LocalSettings;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.Network;
import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.skill.sandbox.SandboxFailure;
import dev.assay.skill.sandbox.lease.Lease;
import dev.assay.testkit.SmallSystem;
import dev.assay.testkit.model.ScriptedModelServer;
import dev.assay.workflow.EventSignals;
import dev.assay.workflow.LiveRuns;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Conversations and what is around them: a second server on the same database and storage, and the
/// network as far as the administrator lets sandboxes see.
class ChatWorldStoryTest {
  private static ScriptedModelServer model;
  private static HttpServer outside;
  private static TestServer one;
  private static TestServer two;
  private static Path storage;

  @BeforeAll
  static void open(@TempDir Path storage) throws IOException {
    model = ScriptedModelServer.playing("");
    outside = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    outside.createContext(
        "/",
        exchange -> {
          byte[] body = "from the outside".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    outside.start();
    DatabaseAddress database = new TestDatabase().address();
    ChatWorldStoryTest.storage = storage;
    Map<String, String> common =
        Map.ofEntries(
            Map.entry("ASSAY_STORAGE_FOLDER", storage.resolve("blobs").toString()),
            Map.entry("ASSAY_SANDBOX_BASE", SmallSystem.in(storage.resolve("system")).toString()),
            Map.entry("ASSAY_CONVERSATION_AT_ONCE", "5"),
            Map.entry("ASSAY_DATABASE_URL", database.url()),
            Map.entry("ASSAY_DATABASE_USER", database.user()),
            Map.entry("ASSAY_DATABASE_PASSWORD", database.password().reveal()),
            Map.entry("ASSAY_MODEL_BASE_URL", model.baseUrl().toString()),
            Map.entry("ASSAY_MODEL_NAME", "tiny"),
            Map.entry(
                "ASSAY_CONVERSATION_UPLOADS",
                Files.createDirectory(storage.resolve("up")).toString()),
            Map.entry(
                "ASSAY_CONVERSATION_INTERMEDIATE",
                Files.createDirectory(storage.resolve("made")).toString()),
            Map.entry("ASSAY_CONVERSATION_NETWORK", "allow-list"),
            Map.entry(
                "ASSAY_CONVERSATION_ALLOWED_HOSTS", "127.0.0.1:" + outside.getAddress().getPort()));
    one = TestServer.start(common);
    two = TestServer.start(common);
  }

  @AfterAll
  static void close() {
    two.close();
    one.close();
    outside.stop(0);
    model.close();
  }

  @Test
  void the_last_place_is_for_whom_nothing_is_being_worked_on() {
    model.add(
        """
        always
        if: story-crowd
        call: execute {"command": "sleep 600"}
        """);
    ChatClient greedy = at(one);
    List<String> taken = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      String id = greedy.begin();
      taken.add(id);
      greedy.say(id, Map.of("message", "story-crowd"), event -> true);
    }
    Api.Reply refused =
        greedy
            .api()
            .post(
                "/api/conversations/" + greedy.begin() + "/chat", Map.of("message", "story-crowd"));
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.code()).isEqualTo("TOO_BUSY");

    one.admin().post("/api/admin/users", Map.of("username", "eve", "password", "a good password"));
    ChatClient other = new ChatClient(one.anonymous().signIn("eve", "a good password"));
    String id = other.begin();
    assertThat(other.say(id, Map.of("message", "story-crowd"), event -> true)).isNotEmpty();

    other.api().post("/api/conversations/" + id + "/cancel", Map.of());
    taken.forEach(each -> greedy.api().post("/api/conversations/" + each + "/cancel", Map.of()));
    await().until(() -> taken.stream().noneMatch(each -> isRunning(greedy, each)));
  }

  private static boolean isRunning(ChatClient chat, String id) {
    return chat.api().get("/api/conversations/" + id).body().path("running").asBoolean();
  }

  @Test
  void files_of_a_conversation_whose_server_died_while_it_was_deleted_go_later()
      throws IOException {
    UUID gone = UUID.randomUUID();
    Path file = Files.createDirectory(storage.resolve("up").resolve(gone.toString())).resolve("a");
    Files.writeString(file, "private");
    JdbcClient jdbc = one.part(JdbcClient.class);
    jdbc.sql("insert into conversation_leftover values (?, now() - interval '1 hour')")
        .param(gone)
        .update();
    two.part(Chats.class).forgetGone();
    assertThat(file).doesNotExist();
    assertThat(jdbc.sql("select count(*) from conversation_leftover").query(Integer.class).single())
        .isZero();
  }

  private static ChatClient at(TestServer server) {
    return new ChatClient(server.admin());
  }

  @Test
  void a_turn_begun_on_one_server_is_seen_and_stopped_from_another_where_the_next_one_goes_on() {
    ChatClient here = at(one);
    ChatClient there = at(two);
    String id = here.begin();
    there.upload(id, "notes.txt", "brought to two".getBytes(StandardCharsets.UTF_8));
    model.add(
        """
        if: story-first
        call: execute {"command": "cat /workspace/uploads/notes.txt; echo made on one > made.txt; echo mark > /tmp/mark; sleep 600"}
        """);
    List<Heard> begun =
        here.say(id, Map.of("message", "story-first"), event -> event.kind().equals("tool_call"));
    assertThat(there.api().get("/api/conversations/" + id).body().path("running").asBoolean())
        .isTrue();
    Api.Reply busy =
        there.api().post("/api/conversations/" + id + "/chat", Map.of("message", "me too"));
    assertThat(busy.code()).isEqualTo("TURN_IN_PROGRESS");
    await()
        .until(
            () ->
                there
                    .api()
                    .get("/api/conversations/" + id + "/artifacts")
                    .body()
                    .toString()
                    .contains("made.txt"));

    Api.Reply stopped = there.api().post("/api/conversations/" + id + "/cancel", Map.of());
    assertThat(stopped.body().path("cancelled").asBoolean()).isTrue();
    List<Heard> rest = there.resume(id, begun.getLast().id());
    assertThat(ChatClient.state(rest)).isEqualTo("cancelled");
    assertThat(rest.getFirst().id()).isEqualTo(begun.getLast().id() + 1);
    assertThat(here.resume(id, begun.getLast().id())).isEqualTo(rest);

    model.add(
        """
        if: story-second
        call: execute {"command": "cat made.txt /workspace/uploads/notes.txt; ls /tmp/mark; echo made on two > made.txt"}
        ---
        if: story-second
        say: I go on.
        """);
    String before = sandboxes(id).getFirst().id();
    List<Heard> second = there.say(id, "story-second");
    assertThat(second.toString())
        .contains("made on one")
        .contains("brought to two")
        .contains("cannot access");
    assertThat(here.resume(id, rest.getLast().id())).isEqualTo(second);
    assertThat(model.requests().getLast().body()).contains("story-first");
    one.part(SandboxKeeper.class).sweep(); // as every minute
    assertThat(sandboxes(id))
        .singleElement()
        .satisfies(lease -> assertThat(lease.id()).isNotEqualTo(before));
    assertThat(
            here.api()
                .get("/api/conversations/" + id + "/artifacts/file?path=made.txt")
                .response()
                .body())
        .isEqualTo("made on two\n");

    assertThat(here.api().delete("/api/conversations/" + id).status()).isEqualTo(204);
    assertThat(there.api().get("/api/conversations/" + id).status()).isEqualTo(404);
    two.part(SandboxKeeper.class).sweep();
    assertThat(sandboxes(id)).isEmpty();
  }

  @Test
  void an_allow_list_lets_a_conversation_reach_what_is_on_it_and_nothing_else() {
    int port = outside.getAddress().getPort();
    ChatClient chat = at(one);
    String id = chat.begin();
    model.add(
        """
        if: story-list
        call: execute {"command": "bash <<'E'\\np=${http_proxy#http://}; get() { exec 3<>/dev/tcp/${p%%:*}/${p#*:}; h=${1#http://}; printf 'GET %%s HTTP/1.1\\r\\nHost: %%s\\r\\n\\r\\n' $1 ${h%%%%/*} >&3; timeout 10 cat <&3; echo; }; get http://127.0.0.1:%d/; get http://elsewhere.example.com/; (exec 4<>/dev/tcp/203.0.113.14/80) 2>/dev/null || echo shut\\nE"}
        ---
        if: story-list
        say: Seen.
        """
            .formatted(port));
    String heard = chat.say(id, "story-list").toString();
    assertThat(heard).contains("from the outside").contains("403").contains("shut");
    assertThat(sandboxes(id).getFirst().network()).startsWith("allow");
  }

  @Test
  void an_open_network_lets_a_conversation_out_but_not_to_this_machine() throws Exception {
    assumeTrue(OutsideWorld.isPossible(), "only root can make the outside");
    int port = outside.getAddress().getPort();
    Path home =
        Files.createDirectories(
            Path.of("target", "sandbox-homes", UUID.randomUUID().toString()).toAbsolutePath());
    model.add(
        """
        if: story-open
        call: execute {"command": "bash <<'E'\\n(exec 3<>/dev/tcp/198.51.100.2/8000; cat <&3 | wc -c); for host in 127.0.0.1 10.0.2.2; do timeout 2 bash -c 'exec 4<>/dev/tcp/'$host/%d 2>/dev/null && echo came through; done; true\\nE"}
        ---
        if: story-open
        say: Seen.
        """
            .formatted(port));
    try (OutsideWorld world = OutsideWorld.make();
        FileLeases leases = new FileLeases(home.resolve("leases"));
        LocalSandboxes engine =
            SandboxEngines.local(
                LocalSettings.in(home.resolve("sandboxes")).throughEgress(world.namespace()),
                leases);
        Chats chats = chats(engine, Network.open())) {
      String _ = engine.importBase(storage.resolve("system"));
      UUID id = one.part(Conversations.class).create("open", "open", Optional.empty()).id();
      Turn turn = chats.ask(id, "open", Question.of("story-open"));
      String heard = heard(chats, turn);
      assertThat(heard).contains("700000").contains("answered").doesNotContain("\\ncame through");
      chats.delete(id, "open", "open");
    }
  }

  @Test
  void a_sandbox_that_cannot_be_made_fails_what_needs_it_and_nothing_else() throws Exception {
    model.add(
        """
        if: story-words
        say: Only words.
        ---
        if: story-deeds
        call: execute {"command": "true"}
        """);
    SandboxEngine none =
        (SandboxEngine)
            Proxy.newProxyInstance(
                SandboxEngine.class.getClassLoader(),
                new Class<?>[] {SandboxEngine.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("capabilities")) {
                    return one.part(LocalSandboxes.class).capabilities();
                  }
                  throw new SandboxFailure(ErrorCode.SANDBOX_FAILED, "no room at /secret/place");
                });
    try (Chats chats = chats(none, Network.blocked())) {
      UUID id = one.part(Conversations.class).create("none", "none", Optional.empty()).id();
      assertThat(heard(chats, chats.ask(id, "none", Question.of("story-words"))))
          .contains("words.")
          .contains("answered");
      assertThat(heard(chats, chats.ask(id, "none", Question.of("story-deeds"))))
          .contains("SANDBOX_FAILED")
          .contains("The platform failed")
          .doesNotContain("/secret/place");
      chats.delete(id, "none", "none");
    }
  }

  @Test
  void a_server_never_takes_its_own_answer_for_lost_however_late_it_says_that_it_works() {
    model.add(
        """
        always
        if: story-late
        call: execute {"command": "sleep 600"}
        """);
    ChatClient chat = at(one);
    String id = chat.begin();
    chat.say(id, Map.of("message", "story-late"), event -> true);
    Runnable late =
        () ->
            one.part(JdbcClient.class)
                .sql(
                    "update live_run set beat_at = beat_at - interval '1 hour'"
                        + " where stream = ?::uuid")
                .param(id)
                .update();
    late.run();
    one.part(Chats.class).endLost();
    assertThat(one.part(Chats.class).isRunning(UUID.fromString(id))).isTrue();
    late.run();
    two.part(Chats.class).endLost();
    assertThat(one.part(Chats.class).isRunning(UUID.fromString(id))).isFalse();
    String turn = one.part(Chats.class).turns(UUID.fromString(id), 1).getFirst().id().toString();
    await()
        .until(
            () ->
                Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(thread -> thread.getName().endsWith(turn)));
  }

  /// The same server with other sandboxes.
  private static Chats chats(SandboxEngine engine, Network network) {
    ConversationPolicy usual = one.part(ConversationPolicy.class);
    Chats.Store store = one.part(Chats.Store.class);
    return new Chats(
        one.part(Conversations.class),
        one.part(ConversationFiles.class),
        new ConversationPolicy(
            usual.storage(), network, usual.budget(), usual.atOnce(), usual.perUser()),
        new Chats.Store(
            store.jdbc(),
            store.transactions(),
            new LiveRuns(
                store.jdbc(),
                store.transactions(),
                store.clock(),
                new EventSignals(),
                "turn",
                usual.atOnce()),
            store.clock()),
        one.part(Chats.Agents.class),
        one.part(Chats.Registry.class),
        new Workspaces(
            engine,
            usual.storage().folders(),
            2L << 30,
            1L << 30,
            LimitPolicy.LIST,
            usual.storage().folders().uploads(java.util.UUID.randomUUID())),
        one.part(SandboxKeeper.class));
  }

  private static String heard(Chats chats, Turn turn) throws InterruptedException {
    StringBuilder heard = new StringBuilder();
    long seen = chats.startOf(turn);
    for (boolean done = false; !done; ) {
      List<ConversationEvent> news = chats.news(turn.conversation(), seen, Duration.ofSeconds(30));
      assertThat(news).as(heard.toString()).isNotEmpty();
      news.forEach(event -> heard.append(event.body()).append('\n'));
      seen = news.getLast().seq();
      done = news.stream().anyMatch(event -> event.kind() == ConversationEvent.Kind.DONE);
    }
    return heard.toString();
  }

  private static List<Lease> sandboxes(String conversation) {
    return one.part(SandboxKeeper.class).list().stream()
        .filter(lease -> conversation.equals(lease.labels().get("conversation")))
        .toList();
  }
}
