package dev.assay.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.assay.Api;
import dev.assay.TestServer;
import dev.assay.conversation.AdmittedSkill;
import dev.assay.conversation.ChatClient;
import dev.assay.registry.SavedTask;
import dev.assay.registry.SavedTasks;
import dev.assay.sandbox.SandboxKeeper;
import dev.assay.sandbox.remote.Background;
import dev.assay.skill.sandbox.lease.Lease;
import dev.assay.skill.task.Task;
import dev.assay.skill.task.TaskFile;
import dev.assay.testkit.provider.DaytonaServer;
import dev.assay.testkit.provider.DaytonaServer.Generation;
import dev.assay.toolservice.ToolClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/// Validations on this machine with conversations and tools at a provider. A skill is used there
/// only if it repeated its saved tasks there.
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class OtherEngineStoryTest {
  private static final String FULL_TEST = "/api/admin/skills/full-test";
  private static final String QUESTION = "Add up the amounts of the sales figures.";

  private static Background background;
  private static DaytonaServer provider;
  private static TestServer server;
  private static String skill;

  @BeforeAll
  static void open() throws IOException {
    background = Background.start();
    provider = new DaytonaServer(background.engine(), background.image(), Generation.CURRENT);
    server = TestServer.start(environment());
    skill = AdmittedSkill.columnSums().admit(server);
    server
        .part(SavedTasks.class)
        .replace(
            UUID.fromString(skill),
            IntStream.rangeClosed(1, 3)
                .mapToObj(number -> new SavedTask(task(number), true, true, true))
                .toList());
  }

  private static Map<String, String> environment() {
    return Map.of(
        "ASSAY_SANDBOX_ENGINE_CONVERSATION",
        "daytona",
        "ASSAY_SANDBOX_ENGINE_TOOLS",
        "daytona",
        "ASSAY_SANDBOX_DAYTONA_URL",
        provider.api().toString(),
        "ASSAY_SANDBOX_DAYTONA_KEY",
        DaytonaServer.KEY,
        "ASSAY_SANDBOX_DAYTONA_SNAPSHOT",
        DaytonaServer.BASE);
  }

  private static Task task(int number) {
    return new Task(
        "task-" + number,
        "Add up the amounts of the sales figures in list%d.csv.".formatted(number),
        List.of("The total is right."),
        Optional.empty(),
        List.of("The output contains \"total: %d\"".formatted(number)),
        List.of(
            new TaskFile(
                "list" + number + ".csv",
                "who,amount\na,%d\n".formatted(number).getBytes(StandardCharsets.UTF_8))));
  }

  @AfterAll
  static void close() throws IOException {
    server.close();
    provider.close();
    background.close();
  }

  private static JsonNode fullTest(String engine) {
    Api.Reply started = server.admin().post(FULL_TEST + "?engine=" + engine, Map.of());
    assertThat(started.status()).as(started.response().body()).isEqualTo(202);
    return await()
        .atMost(Duration.ofMinutes(3))
        .pollInterval(Duration.ofMillis(200))
        .until(
            () -> server.admin().get(FULL_TEST).body(),
            test -> !List.of("waiting", "running").contains(test.path("state").asString()));
  }

  private static String ask(ChatClient chat, String conversation) {
    chat.upload(
        conversation, "sales.csv", "who,amount\na,20\nb,22\n".getBytes(StandardCharsets.UTF_8));
    return chat.say(conversation, QUESTION).toString();
  }

  private static Map<String, Object> command(String session, String command) {
    return Map.of("skill_name", "column-sums", "session_id", session, "command", command);
  }

  private static List<Lease> leases(String label) {
    return server.part(SandboxKeeper.class).list().stream()
        .filter(lease -> lease.labels().containsKey(label))
        .toList();
  }

  @Test
  @Order(1)
  void what_did_not_do_its_tasks_there_is_not_used_there_and_the_reason_is_said() {
    ChatClient chat = new ChatClient(server.admin());
    String conversation = chat.begin();
    assertThat(ask(chat, conversation))
        .contains("column-sums", "assay full-test --engine daytona")
        .doesNotContain("total: 42");
    assertThatThrownBy(
            () ->
                chat.say(
                    conversation,
                    Map.of("message", QUESTION, "skills", List.of("column-sums")),
                    _ -> false))
        .hasMessageContaining("did not do its saved tasks on assay-base");

    ToolClient project = ToolClient.fresh(server.admin(), "column-sums");
    JsonNode refused = project.call("run_cmd", command("s", "echo here"));
    assertThat(refused.toString())
        .contains("cannot be used by tools here", "assay full-test --engine daytona")
        .doesNotContain(DaytonaServer.KEY);
    assertThat(leases("tool-session")).isEmpty();

    Api.Reply unknown = server.admin().post(FULL_TEST + "?engine=e2b", Map.of());
    assertThat(unknown.status()).isEqualTo(400);
    assertThat(unknown.response().body()).contains("it uses local, daytona");
  }

  @Test
  @Order(2)
  void its_saved_tasks_are_repeated_there_and_rules_do_not_speak_for_a_model() {
    JsonNode test = fullTest("daytona");
    assertThat(test.path("state").asString()).as(test.toPrettyString()).isEqualTo("finished");
    assertThat(test.path("engine").asString()).isEqualTo("daytona");
    JsonNode line = test.path("skills").path(0);
    assertThat(line.path("outcome").asString()).as(test.toPrettyString()).isEqualTo("passed");
    assertThat(line.path("results").path("tasks").size()).isEqualTo(3);
    assertThat(leases("run")).isEmpty();
    assertThat(
            server
                .part(JdbcClient.class)
                .sql("select count(*) from skill where last_full_test_at is not null")
                .query(Integer.class)
                .single())
        .as("it says nothing about the skill where it was admitted")
        .isZero();

    ToolClient project = ToolClient.fresh(server.admin(), "column-sums").reusing("session");
    assertThat(project.call("run_cmd", command("s", "echo here")).toString())
        .contains("only rules did them");
    server
        .part(JdbcClient.class)
        .sql("update skill set rehearsal = true where id = ?::uuid")
        .param(skill)
        .update();
    assertThat(project.result("run_cmd", command("s", "echo here")).toString()).contains("here");
    assertThat(leases("tool-session")).extracting(Lease::engine).containsOnly("daytona");
  }

  @Test
  @Order(3)
  void then_conversations_there_use_it() {
    ChatClient chat = new ChatClient(server.admin());
    String conversation = chat.begin();
    assertThat(ask(chat, conversation)).contains("total: 42").doesNotContain("cannot be used");
    assertThat(leases("conversation")).extracting(Lease::engine).containsOnly("daytona");
  }

  @Test
  @Order(4)
  void files_of_a_session_there_come_back_after_each_call_and_outlive_the_server() {
    ToolClient project = ToolClient.fresh(server.admin(), "column-sums").reusing("session");
    JsonNode first =
        project.result(
            "run_cmd",
            command(
                "kept",
                "printf 'who,amount\\na,7\\n' > in.csv && sh scripts/sum.sh in.csv && ls /workspace/skills"));
    assertThat(first.toString()).contains("total: 7", "column-sums");
    assertThat(project.result("run_cmd", command("kept", "cat totals.txt; rm in.csv")).toString())
        .contains("total: 7");
    JsonNode task = project.result("run_cmd_async", command("kept", "sleep 600; echo never"));
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                project
                    .result(
                        "task_status",
                        Map.of("provider", "bg", "task_id", task.path("task_id").asString()))
                    .toString()
                    .contains("\"running\""));

    server = server.restart();
    assertThat(provider.living()).as("what the server had there").isZero();
    ToolClient again = new ToolClient(server.admin(), project.project());
    assertThat(
            again
                .result("run_cmd", command("kept", "cat totals.txt scripts/sum.sh; ls"))
                .toString())
        .contains("total: 7", "awk")
        .doesNotContain("in.csv");
    assertThat(provider.violations()).isEmpty();
  }

  @Test
  @Order(5)
  void a_provider_that_is_away_is_named_and_nothing_runs_elsewhere_instead() {
    ToolClient project = ToolClient.fresh(server.admin(), "column-sums");
    provider.faults().expireKey();
    try {
      JsonNode failed = project.call("run_cmd", command("away", "echo here"));
      assertThat(failed.path("status").asString())
          .as(failed.toPrettyString())
          .isNotEqualTo("success");
      assertThat(failed.toString()).doesNotContain(DaytonaServer.KEY, "here\\n");
      assertThat(leases("tool-session")).extracting(Lease::engine).doesNotContain("local");
      assertThatThrownBy(() -> TestServer.start(environment()).close())
          .hasMessageContaining("The engine daytona, which assay.sandbox.engine-conversation names")
          .hasMessageNotContaining(DaytonaServer.KEY);
    } finally {
      provider.faults().heal();
    }
    assertThat(project.result("run_cmd", command("away", "echo here")).toString()).contains("here");
  }
}
