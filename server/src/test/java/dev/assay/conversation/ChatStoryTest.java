package dev.assay.conversation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.Api;
import dev.assay.TestServer;
import dev.assay.conversation.ChatClient.Heard;
import dev.assay.sandbox.SandboxKeeper;
import dev.assay.skill.sandbox.lease.Lease;
import dev.assay.testkit.model.ScriptedModelServer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/// Conversations with a scripted model, real sandboxes and a real skill, over HTTP.
class ChatStoryTest {
  private static ScriptedModelServer model;
  private static TestServer server;
  private static ChatClient chat;

  @BeforeAll
  static void open() {
    model = ScriptedModelServer.playing("");
    server =
        TestServer.start(
            Map.of(
                "ASSAY_MODEL_BASE_URL", model.baseUrl().toString(),
                "ASSAY_MODEL_NAME", "tiny",
                "ASSAY_MODEL_PRICE_INPUT", "1",
                "ASSAY_MODEL_PRICE_OUTPUT", "2",
                "ASSAY_CONVERSATION_QUOTA", "2 MB",
                "ASSAY_CONVERSATION_FILE_SIZE", "1 MB"));
    chat = new ChatClient(server.admin());
    AdmittedSkill.columnSums().admit(server);
  }

  @AfterAll
  static void close() {
    server.close();
    model.close();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void a_file_is_uploaded_a_skill_is_used_on_it_and_the_result_comes_back() {
    String id = chat.begin();
    Api.Reply uploaded = chat.upload(id, "sales.csv", bytes("who,amount\na,20\nb,22\n"));
    assertThat(uploaded.status()).isEqualTo(201);
    assertThat(uploaded.body().path("filename").asString()).isEqualTo("sales.csv");
    assertThat(uploaded.body().path("size").asInt()).isEqualTo(21);
    assertThat(uploaded.body().path("container_path").asString())
        .isEqualTo("/workspace/uploads/sales.csv");
    assertThat(uploaded.response().body()).doesNotContain(server.home().path().toString());
    model.add(
        """
        if: story-one
        say: I load the skill.
        call: load_skill {"name": "column-sums"}
        ---
        if: story-one
        call: read_skill_resource {"name": "column-sums", "path": "references/rounding.md"}
        call: write_todos {"todos": [{"content": "add up", "status": "in_progress"}]}
        ---
        if: story-one
        call: execute_skill_script {"name": "column-sums", "script": "scripts/sum.sh", "arguments": ["/workspace/uploads/sales.csv"]}
        ---
        if: story-one
        say: The total is 42.
        usage: 1000 500
        """);

    List<Heard> heard = chat.say(id, "story-one: add up the sales");

    assertThat(ChatClient.state(heard)).isEqualTo("answered");
    assertThat(ChatClient.kinds(heard))
        .containsSubsequence(
            "text",
            "tool_call",
            "tool_result",
            "todos",
            "tool_result",
            "tool_call",
            "tool_result",
            "text",
            "files",
            "done");
    assertThat(ChatClient.text(heard)).contains("The total is 42.");
    assertThat(heard.toString()).contains("total: 42").contains("Totals are not rounded");
    assertThat(heard.toString()).doesNotContain("<<begin").doesNotContain("<<end");
    assertThat(heard.toString()).doesNotContain(server.home().path().toString());
    JsonNode done = heard.getLast().body();
    assertThat(done.path("skills").path(0).path("name").asString()).isEqualTo("column-sums");
    String skill = done.path("skills").path(0).path("skill_id").asString();
    JsonNode line =
        server.admin().get("/api/admin/skills/" + skill + "/history").body().path("runs").path(0);
    assertThat(line.path("source").asString()).isEqualTo("conversation");
    assertThat(line.path("completed").asInt()).isEqualTo(1);
    assertThat(done.path("usage").path("input_tokens").asInt()).isEqualTo(1030);
    assertThat(done.path("cost").asDouble()).isGreaterThan(0);
    assertThat(heard).extracting(Heard::id).isSorted().doesNotHaveDuplicates();

    JsonNode messages = chat.messages(id);
    assertThat(messages.path(0).path("text").asString()).isEqualTo("story-one: add up the sales");
    assertThat(messages.path(1).path("text").asString()).isEqualTo("The total is 42.");
    assertThat(messages.path(1).path("parts").toString()).contains("execute_skill_script");
    assertThat(messages.path(1).path("todos").path(0).path("content").asString())
        .isEqualTo("add up");
    Api.Reply artifacts = chat.api().get("/api/conversations/" + id + "/artifacts");
    assertThat(artifacts.body().path("files").path(0).path("filename").asString())
        .isEqualTo("totals.txt");
    Api.Reply content =
        chat.api().get("/api/conversations/" + id + "/artifacts/file?path=totals.txt");
    assertThat(content.response().body()).isEqualTo("total: 42\n");
    assertThat(content.header("Content-Disposition")).startsWith("attachment");
    assertThat(content.header("X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(content.header("Content-Security-Policy")).contains("sandbox");
    assertThat(chat.api().get("/api/conversations/" + id).body().path("title").asString())
        .startsWith("story-one");
  }

  @Test
  void instructions_come_in_their_order_and_the_next_turn_remembers_the_one_before() {
    String id = chat.begin();
    chat.upload(id, "notes.txt", bytes("hello"));
    model.add(
        """
        if: story-two
        call: execute {"command": "cat /workspace/uploads/notes.txt; touch kept; echo x > /tmp/mark"}
        ---
        if: story-two
        say: It says hello.
        ---
        if: story-three
        call: execute {"command": "ls; cat /tmp/mark"}
        ---
        if: story-three
        say: Done.
        """);
    chat.say(id, "story-two");
    List<Heard> second = chat.say(id, "story-three");

    assertThat(second.toString()).as("the sandbox is the same").contains("kept").contains("x");
    String request = model.requests().getLast().body();
    assertThat(request)
        .contains("/workspace/uploads/notes.txt")
        .contains("It says hello.")
        .contains("story-two");
    assertThat(request.indexOf("# Files"))
        .isPositive()
        .isLessThan(request.indexOf("# Things to do"));
    assertThat(request.indexOf("# Things to do")).isLessThan(request.indexOf("# File system"));
    assertThat(request.indexOf("# File system")).isLessThan(request.indexOf("# Skills"));
    assertThat(sandboxes(id)).hasSize(1);
    assertThat(sandboxes(id).getFirst().network()).isEqualTo("blocked");
  }

  @Test
  void one_turn_at_a_time_and_it_can_be_stopped() {
    String id = chat.begin();
    model.add(
        """
        if: story-long
        call: execute {"command": "echo begun; sleep 600"}
        """);
    List<Heard> first =
        chat.say(id, Map.of("message", "story-long"), event -> event.kind().equals("tool_call"));
    Api.Reply busy =
        chat.api().post("/api/conversations/" + id + "/chat", Map.of("message", "and this"));
    assertThat(busy.status()).isEqualTo(409);
    assertThat(busy.code()).isEqualTo("TURN_IN_PROGRESS");
    assertThat(chat.api().delete("/api/conversations/" + id).status()).isEqualTo(409);

    Api.Reply stopped = chat.api().post("/api/conversations/" + id + "/cancel", Map.of());
    assertThat(stopped.body().path("cancelled").asBoolean()).isTrue();
    List<Heard> rest = chat.resume(id, first.getLast().id());
    assertThat(ChatClient.state(rest)).isEqualTo("cancelled");
    assertThat(rest.getFirst().id()).isEqualTo(first.getLast().id() + 1);
    assertThat(chat.messages(id).path(1).path("state").asString()).isEqualTo("cancelled");

    model.add("if: story-after\nsay: I go on.");
    assertThat(ChatClient.text(chat.say(id, "story-after"))).isEqualTo("I go on.");
    assertThat(chat.api().post("/api/conversations/" + id + "/cancel", Map.of()).body().toString())
        .contains("false");
  }

  @Test
  void a_viewer_who_goes_away_comes_back_to_the_same_and_a_second_sees_it_too() {
    String id = chat.begin();
    model.add(
        """
        if: story-away
        say: First words.
        call: execute {"command": "echo one"}
        ---
        if: story-away
        delay: 300
        say: Last words.
        """);
    List<Heard> before =
        chat.say(id, Map.of("message", "story-away"), event -> event.kind().equals("tool_result"));
    List<Heard> after = chat.resume(id, before.getLast().id());
    List<Heard> all = new ArrayList<>(before);
    all.addAll(after);
    assertThat(ChatClient.text(all)).isEqualTo("First words.Last words.");
    assertThat(chat.resume(id, 0)).isEqualTo(all);
    assertThat(chat.resume(id, all.getLast().id())).isEmpty();
    Api.Reply wrong =
        chat.api()
            .send(
                chat.api()
                    .request("/api/conversations/" + id + "/events")
                    .header("Last-Event-ID", "x")
                    .GET());
    assertThat(wrong.status()).isEqualTo(400);
  }

  @Test
  void a_turn_whose_server_is_silent_is_ended_readably_and_the_conversation_goes_on() {
    String id = chat.begin();
    JdbcClient jdbc = server.part(JdbcClient.class);
    jdbc.sql(
            """
            with stream as (insert into live_stream (id) values (:conversation::uuid)),
            run as (
              insert into live_run (id, kind, stream, server, beat_at)
              values (:turn, 'turn', :conversation::uuid, 'a dead one',
                now() - interval '1 minute'))
            insert into conversation_turn (id, conversation, number, message, state, model,
              rehearsal, listed, began_at)
            values (:turn, :conversation::uuid, 1, 'lost question', 'running', 'tiny', false, '[]',
              now())
            """)
        .param("turn", UUID.randomUUID())
        .param("conversation", id)
        .update();
    model.add("if: story-found\nsay: Here I am.");
    List<Heard> heard = chat.say(id, "story-found");
    assertThat(ChatClient.text(heard)).isEqualTo("Here I am.");
    JsonNode messages = chat.messages(id);
    assertThat(messages.path(1).path("state").asString()).isEqualTo("lost");
    assertThat(messages.path(1).path("error").path("message").asString()).contains("ask again");
    assertThat(model.requests().getLast().body()).contains("lost question");
  }

  @Test
  void a_model_that_fails_ends_the_turn_with_its_reason() {
    String id = chat.begin();
    model.add("if: story-refused\nstatus: 401\nsay: bad key");
    List<Heard> heard = chat.say(id, "story-refused");
    assertThat(ChatClient.state(heard)).isEqualTo("failed");
    assertThat(heard.get(heard.size() - 2).kind()).isEqualTo("error");
    assertThat(heard.get(heard.size() - 2).body().path("code").asString())
        .isEqualTo("MODEL_REFUSED");
  }

  @Test
  void a_withdrawn_skill_is_gone_from_the_next_turn_and_the_user_is_told() {
    AdmittedSkill tides =
        new AdmittedSkill(
            "tide-tables", "Reads tide tables.", Map.of("SKILL.md", "Secret manual."));
    String skill = tides.admit(server);
    String id = chat.begin();
    model.add(
        """
        if: story-tide
        call: load_skill {"name": "tide-tables"}
        ---
        if: story-tide
        say: Loaded.
        ---
        if: story-ebb
        call: load_skill {"name": "tide-tables"}
        ---
        if: story-ebb
        call: execute {"command": "ls /workspace/skills /skills"}
        ---
        if: story-ebb
        say: It is gone.
        """);
    assertThat(chat.say(id, "story-tide").toString()).contains("Secret manual.");
    AdmittedSkill.status(server, skill, "rollback_pending");
    List<Heard> heard = chat.say(id, "story-ebb");
    assertThat(heard.getFirst().kind()).isEqualTo("notice");
    assertThat(heard.getFirst().body().path("text").asString()).contains("tide-tables");
    assertThat(heard.toString()).contains("There is no skill with the name");
    assertThat(heard.toString()).contains("column-sums").doesNotContain("Secret manual.");
    assertThat(model.requests().getLast().body()).doesNotContain("Secret manual.");
    Api.Reply named =
        chat.api()
            .post(
                "/api/conversations/" + id + "/chat",
                Map.of("message", "use it", "skills", List.of("tide-tables")));
    assertThat(named.status()).isEqualTo(400);
    assertThat(named.body().path("message").asString()).contains("tide-tables");
  }

  @Test
  void twenty_conversations_at_once_see_nothing_of_each_other() throws Exception {
    model.add(
        """
        always
        if: story-many
        if: exit code:
        say: Seen.
        ---
        always
        if: story-many
        call: execute {"command": "cat /workspace/uploads/*; ls /workspace/uploads | wc -l; echo mine > own.txt; ls; hostname"}
        """);
    List<Future<List<Heard>>> all = new ArrayList<>();
    List<String> ids = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 20; i++) {
        String id = chat.begin();
        ids.add(id);
        chat.upload(id, "secret.txt", bytes("secret-of-" + i + "."));
        all.add(threads.submit(() -> chat.say(id, "story-many")));
      }
      for (int i = 0; i < 20; i++) {
        assertThat(ChatClient.state(all.get(i).get())).isEqualTo("answered");
        String heard = all.get(i).get().toString();
        assertThat(heard).contains("secret-of-" + i + ".");
        for (int other = 0; other < 20; other++) {
          if (other != i) {
            assertThat(heard).doesNotContain("secret-of-" + other + ".");
          }
        }
      }
    }
    ids.parallelStream().forEach(id -> chat.api().delete("/api/conversations/" + id));
    await().until(() -> ids.stream().allMatch(id -> sandboxes(id).isEmpty()));
  }

  @Test
  void a_sandbox_that_is_gone_is_made_anew_and_the_files_are_still_there() {
    String id = chat.begin();
    model.add(
        """
        if: story-gone
        call: execute {"command": "echo kept > work.txt; echo lost > /tmp/lost"}
        ---
        if: story-gone
        say: Written.
        ---
        if: story-back
        call: execute {"command": "cat work.txt; ls /tmp"}
        ---
        if: story-back
        say: Read.
        """);
    chat.say(id, "story-gone");
    server.part(SandboxKeeper.class).end(sandboxes(id).getFirst().id());
    List<Heard> heard = chat.say(id, "story-back");
    assertThat(heard.toString()).contains("kept").doesNotContain("lost");
    chat.api().delete("/api/conversations/" + id);
    assertThat(sandboxes(id)).isEmpty();
    assertThat(server.home().path().resolve("conversations/intermediate/" + id)).doesNotExist();
    assertThat(chat.api().get("/api/conversations/" + id).status()).isEqualTo(404);
  }

  @Test
  void more_than_the_quota_is_refused_and_a_command_that_writes_more_is_stopped() {
    String id = chat.begin();
    assertThat(chat.upload(id, "one.bin", new byte[900_000]).status()).isEqualTo(201);
    Api.Reply large = chat.upload(id, "two.bin", new byte[1_100_000]);
    assertThat(large.status()).isEqualTo(413);
    assertThat(large.code()).isEqualTo("FILE_TOO_LARGE");
    assertThat(chat.upload(id, "three.bin", new byte[900_000]).status()).isEqualTo(201);
    Api.Reply full = chat.upload(id, "four.bin", new byte[900_000]);
    assertThat(full.status()).isEqualTo(413);
    assertThat(full.code()).isEqualTo("QUOTA_EXCEEDED");
    assertThat(chat.api().get("/api/uploads/" + id + "/files").body().path("files")).hasSize(2);
    model.add(
        """
        if: story-greedy
        call: execute {"command": "head -c 80000000 /dev/zero > huge; sleep 30; echo survived"}
        ---
        if: story-greedy
        say: Stopped.
        """);
    List<Heard> heard = chat.say(id, "story-greedy");
    assertThat(heard.get(1).kind()).isEqualTo("tool_result");
    assertThat(heard.get(1).body().path("text").asString())
        .contains("DISK")
        .doesNotContain("survived");
  }

  private static List<Lease> sandboxes(String conversation) {
    return server.part(SandboxKeeper.class).list().stream()
        .filter(lease -> conversation.equals(lease.labels().get("conversation")))
        .toList();
  }
}
