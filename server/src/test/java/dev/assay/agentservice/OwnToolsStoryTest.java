package dev.assay.agentservice;

import static dev.assay.agentservice.AgentClient.word;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.Api;
import dev.assay.TestServer;
import dev.assay.conversation.AdmittedSkill;
import dev.assay.toolservice.ProjectRole;
import dev.assay.toolservice.ToolCalls;
import dev.assay.toolservice.ToolClient;
import dev.assay.toolservice.Visitor;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Tools that workers of a project do.
@ResourceLock(TestServer.SHARED)
class OwnToolsStoryTest {
  private static final String SKILL = "column-sums";
  private static final Map<String, Object> TICKETS =
      Map.of(
          "name",
          "tickets.create",
          "description",
          "Opens a ticket.",
          "input_schema",
          Map.of("type", "object", "properties", Map.of("title", Map.of("type", "string"))));
  private static TestServer server;
  private static AgentClient client;

  @BeforeAll
  static void open() {
    server = TestServer.shared();
    AdmittedSkill.columnSums().admit(server);
    client = new AgentClient(ToolClient.fresh(server.admin(), SKILL));
  }

  @Test
  void an_agent_calls_it_a_worker_brings_the_result_and_no_second_one_counts() {
    assertThat(post("/tools", TICKETS).status()).isEqualTo(201);
    assertThat(server.admin().get(path("/tools")).body().toString()).contains("tickets.create");
    AgentClient other = new AgentClient(ToolClient.fresh(server.admin(), SKILL));
    try (ScriptedAgent agent = new ScriptedAgent(server)) {
      agent.calls("tickets_create", Map.of("title", "It burns")).submits("opened");
      agent.agents().consumeTurns();
      AgentTurn turn =
          agent
              .agents()
              .send(
                  server
                      .part(ToolCalls.class)
                      .projects()
                      .enter(
                          client.project().project(),
                          new Visitor("local", "local", Visitor.Standing.ADMIN),
                          ProjectRole.CALLER),
                  new AgentMessage("a", "public", "open a ticket", Optional.empty()));
      client.await(turn.id().toString(), "tool_call");
      JsonNode waiting = server.admin().get(path("/calls")).body().path("calls").get(0);
      assertThat(word(waiting, "tool")).isEqualTo("tickets.create");
      assertThat(word(waiting.path("arguments"), "title")).isEqualTo("It burns");
      String result = "/calls/" + word(waiting, "tool_call_id") + ":result";
      Map<String, Object> body = Map.of("status", "success", "result", Map.of("ticket", 7));

      assertThat(server.admin().post(other.project().path(result), body).status()).isEqualTo(404);
      assertThat(ToolClient.person(server, "user").post(path(result), body).status())
          .isEqualTo(404);
      assertThat(post(result, Map.of("status", "fine")).status()).isEqualTo(400);
      assertThat(post(result, body).status()).isEqualTo(200);
      assertThat(post(result, Map.of("status", "error")).code()).isEqualTo("CALL_IS_OVER");

      List<JsonNode> cards = client.cards(turn.id().toString());
      assertThat(cards)
          .filteredOn(card -> word(card, "type").equals("tool_result"))
          .singleElement()
          .satisfies(
              card -> assertThat(card.path("content").path("result").toString()).contains("7"));
    }
    assertThat(server.admin().get(path("/calls")).body().path("calls")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "skills.run_cmd, reserved",
    "skills.other, reserved",
    "skills_run.cmd, reserved",
    "submit.result, reserved",
    "tickets, two words",
    "a.b.c, two words",
    "Tickets.create, two words"
  })
  void a_name_that_could_be_taken_for_another_tool_is_refused(String name, String why) {
    Api.Reply reply = post("/tools", Map.of("name", name, "description", "x"));
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.body().path("message").asString()).contains(why);
  }

  @Test
  void two_own_tools_never_look_alike_to_a_model() {
    assertThat(post("/tools", Map.of("name", "mail.send_all", "description", "x")).status())
        .isEqualTo(201);
    assertThat(post("/tools", Map.of("name", "mail_send.all", "description", "x")).status())
        .isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"type\": \"string\"}", "{\"type\": \"object\", \"x\": \"%s\"}"})
  void a_schema_that_models_cannot_use_is_refused(String schema) {
    String body =
        "{\"name\": \"notes.add\", \"description\": \"x\", \"input_schema\": %s}"
            .formatted(schema.formatted("x".repeat(20_000)));
    assertThat(server.admin().send("POST", path("/tools"), body).status()).isEqualTo(400);
  }

  @Test
  void it_is_for_agents_only_and_nobody_answers_calls_that_servers_do() {
    post("/tools", TICKETS);
    Api.Reply direct = post("/tools/tickets.create:call", Map.of("arguments", Map.of()));
    assertThat(direct.body().path("message").asString()).contains("done by workers");
    assertThat(
            post("/calls/" + UUID.randomUUID() + ".1.x.0:result", Map.of("status", "success"))
                .status())
        .isEqualTo(404);
  }

  private static Api.Reply post(String below, Map<String, ?> body) {
    return server.admin().post(path(below), body);
  }

  private static String path(String below) {
    return client.project().path(below);
  }
}
