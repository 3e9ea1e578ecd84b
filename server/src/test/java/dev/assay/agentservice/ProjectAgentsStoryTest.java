package dev.assay.agentservice;

import static dev.assay.agentservice.AgentClient.types;
import static dev.assay.agentservice.AgentClient.word;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.Api;
import dev.assay.TestServer;
import dev.assay.conversation.AdmittedSkill;
import dev.assay.toolbus.BusMessage;
import dev.assay.toolbus.MessageBus;
import dev.assay.toolbus.Subject;
import dev.assay.toolservice.ProjectAccess;
import dev.assay.toolservice.ProjectRole;
import dev.assay.toolservice.ToolCalls;
import dev.assay.toolservice.ToolClient;
import dev.assay.toolservice.Visitor;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// Messages to agents, answered with real tools in real sandboxes.
@ResourceLock(TestServer.SHARED)
class ProjectAgentsStoryTest {
  private static final String SKILL = "column-sums";
  private static TestServer server;
  private static AgentClient client;

  @BeforeAll
  static void open() {
    server = TestServer.shared();
    AdmittedSkill.columnSums().admit(server);
    client = new AgentClient(ToolClient.fresh(server.admin(), SKILL).reusing("session"));
  }

  @Test
  void a_turn_whose_worker_ends_goes_on_elsewhere_and_nothing_is_done_twice() {
    AgentTurn turn;
    try (ScriptedAgent first = new ScriptedAgent(server)) {
      first.calls("skills_run_cmd", append()).hangs();
      first.agents().consumeCalls();
      first.agents().consumeTurns();
      turn = first.agents().send(access(client), message("count"));
      client.await(turn.id().toString(), "tool_result");
      leaveAlone(turn);
    }
    assertThat(word(client.turn(turn.id().toString()), "status")).isEqualTo("running");
    try (ScriptedAgent second = new ScriptedAgent(server)) {
      second.calls("skills_run_cmd", append()).submits("counted");
      second.agents().consumeCalls();
      second.agents().consumeTurns();
      second.wakeUp(turn);
      List<JsonNode> cards = client.cards(turn.id().toString());
      assertThat(types(cards))
          .containsExactly(
              "user_message",
              "agent_reply",
              "tool_call",
              "tool_result",
              "agent_reply",
              "tool_call",
              "tool_result",
              "agent_reply",
              "agent_result");
      assertThat(outputs(cards)).containsExactly("1\n", "2\n");
      assertThat(second.asked()).isEqualTo(2);
      assertParents(cards);
    }
    assertThat(word(client.turn(turn.id().toString()), "result")).isEqualTo("counted");
  }

  /// The workers of the server itself do not look for it.
  private static void leaveAlone(AgentTurn turn) {
    server
        .part(JdbcClient.class)
        .sql("update agent_turn set published_at = now() + interval '1 hour' where id = ?")
        .param(turn.id())
        .update();
  }

  private static Map<String, String> append() {
    return Map.of(
        "skill_name", SKILL, "session_id", "resumed", "command", "echo x >> lines; wc -l < lines");
  }

  private static List<String> outputs(List<JsonNode> cards) {
    return cards.stream()
        .filter(card -> word(card, "type").equals("tool_result"))
        .map(card -> card.path("content").path("result").path("stdout").asString())
        .toList();
  }

  private static void assertParents(List<JsonNode> cards) {
    for (int i = 1; i < cards.size(); i++) {
      assertThat(word(cards.get(i), "parent_id"))
          .as(word(cards.get(i), "type"))
          .isIn(cards.subList(0, i).stream().map(card -> word(card, "card_id")).toList());
    }
  }

  @Test
  void a_call_that_keeps_failing_is_given_up_after_three_hints() {
    try (ScriptedAgent agent = new ScriptedAgent(server)) {
      for (int i = 0; i < 5; i++) {
        agent.calls("skills_run_cmd", Map.of("skill_name", SKILL, "command", "exit " + (i + 1)));
      }
      agent.agents().consumeCalls();
      agent.agents().consumeTurns();
      AgentTurn turn = agent.agents().send(access(client), message("fail"));
      List<JsonNode> cards = client.cards(turn.id().toString());
      List<String> actions =
          cards.stream()
              .filter(card -> word(card, "type").equals("retry_judgement"))
              .map(card -> card.path("content").path("action").asString())
              .toList();
      assertThat(actions).containsExactly("retry", "retry", "retry", "fail_fast");
      assertThat(agent.asked()).isEqualTo(4);
      JsonNode ended = client.turn(turn.id().toString());
      assertThat(word(ended, "status")).isEqualTo("failed");
      assertThat(word(ended, "error")).contains("failed 4 times");
    }
  }

  @Test
  void a_turn_can_be_cancelled_while_its_model_thinks() {
    try (ScriptedAgent agent = new ScriptedAgent(server)) {
      agent.calls("skills_load", Map.of("skill_name", SKILL)).hangs();
      agent.agents().consumeCalls();
      agent.agents().consumeTurns();
      AgentTurn turn = agent.agents().send(access(client), message("stop"));
      client.await(turn.id().toString(), "tool_result");
      String path = client.project().path("/turns/" + turn.id() + ":cancel");
      assertThat(server.admin().send("POST", path, "").status()).isEqualTo(200);
      assertThat(types(client.cards(turn.id().toString()))).endsWith("agent_result");
      assertThat(word(client.turn(turn.id().toString()), "status")).isEqualTo("canceled");
    }
  }

  @Test
  void cancelling_a_turn_stops_its_command_and_nothing_comes_after_the_end() {
    AgentClient mine = new AgentClient(ToolClient.fresh(server.admin(), SKILL));
    try (ScriptedAgent agent = new ScriptedAgent(server)) {
      AgentTurn turn = sleeping(agent, mine);
      awaitRuns(mine, List.of("running"));
      agent.agents().cancel(access(mine), turn.id());
      assertThat(types(mine.cards(turn.id().toString()))).endsWith("agent_result");
      awaitRuns(mine, List.of("canceled"));
    }
  }

  @Test
  void a_command_that_is_only_beginning_when_its_turn_is_cancelled_does_not_stay() {
    AgentClient mine = new AgentClient(ToolClient.fresh(server.admin(), SKILL));
    for (int round = 0; round < 12; round++) {
      try (ScriptedAgent agent = new ScriptedAgent(server)) {
        AgentTurn turn = sleeping(agent, mine);
        LockSupport.parkNanos(round * 2_000_000L);
        agent.agents().cancel(access(mine), turn.id());
        mine.cards(turn.id().toString());
        awaitEnds(mine);
      }
    }
  }

  /// A turn whose only call would take long.
  private static AgentTurn sleeping(ScriptedAgent agent, AgentClient client) {
    agent.calls("skills_run_cmd", Map.of("skill_name", SKILL, "command", "sleep 100")).hangs();
    agent.agents().consumeCalls();
    agent.agents().consumeTurns();
    AgentTurn turn = agent.agents().send(access(client), message("stop the command"));
    client.await(turn.id().toString(), "tool_call");
    return turn;
  }

  private static void awaitRuns(AgentClient client, List<String> states) {
    await(client, found -> found.equals(states));
  }

  private static void awaitEnds(AgentClient client) {
    await(client, found -> found.stream().noneMatch(List.of("queued", "running")::contains));
  }

  private static void await(AgentClient client, Predicate<List<String>> wanted) {
    JsonNode runs = JsonNodeFactory.instance.missingNode();
    for (int i = 0; i < 200; i++) {
      runs = server.admin().get(client.project().path("/runs")).body().path("runs");
      if (wanted.test(runs.valueStream().map(run -> word(run, "status")).toList())) {
        return;
      }
      LockSupport.parkNanos(100_000_000);
    }
    throw new AssertionError("the runs are not as expected: " + runs);
  }

  @Test
  void whatever_a_model_hands_in_can_be_kept() {
    try (ScriptedAgent agent = new ScriptedAgent(server)) {
      agent.submits("done\0");
      agent.agents().consumeTurns();
      AgentTurn turn = agent.agents().send(access(client), message("hand in"));
      client.cards(turn.id().toString());
      assertThat(word(client.turn(turn.id().toString()), "result")).isEqualTo("done\uFFFD");
    }
  }

  @Test
  void a_profile_limits_the_agent_and_a_removed_member_can_do_nothing_more() {
    ToolClient project = ToolClient.fresh(server.admin(), SKILL);
    Api person = ToolClient.person(server, "user");
    String name = person.get("/api/auth/me").body().path("username").asString();
    server
        .admin()
        .send("PUT", project.path("/profiles/reader"), "{\"allowed_tools\": [\"skills.load\"]}");
    server
        .admin()
        .send(
            "PUT",
            project.path("/members/" + name),
            "{\"role\": \"caller\", \"profile\": \"reader\"}");
    AgentClient mine = new AgentClient(project.as(person));
    String turn = mine.send("a", Map.of("message", "Add up the amounts of the CSV file sales.csv"));
    List<JsonNode> cards = mine.cards(turn);
    assertThat(cards.toString()).doesNotContain("skills.run_cmd");
    server.admin().delete(project.path("/members/" + name));
    assertThat(person.get(project.path("/turns/" + turn)).status()).isEqualTo(404);
    assertThat(person.post(project.path("/agents/a/messages"), Map.of("message", "again")).status())
        .isEqualTo(404);
  }

  @Test
  void messages_are_checked_and_one_that_repeats_is_answered_once() {
    Map<String, String> body =
        Map.of("message", "hello <script>alert(1)</script> \u0000", "message_id", "m".repeat(5000));
    String first = client.send("echo", body);
    assertThat(client.send("echo", body)).isEqualTo(first);
    assertThat(client.send("other", body)).isNotEqualTo(first);
    Api member = ToolClient.person(server, "user");
    String name = member.get("/api/auth/me").body().path("username").asString();
    server.admin().send("PUT", client.project().path("/members/" + name), "{\"role\": \"caller\"}");
    assertThat(new AgentClient(client.project().as(member)).send("echo", body))
        .as("another sender")
        .isNotEqualTo(first);
    List<JsonNode> cards = client.cards(first);
    assertThat(word(cards.getFirst().path("content"), "text")).isEqualTo(body.get("message"));
    Api admin = server.admin();
    for (Map<String, String> wrong :
        List.of(
            Map.of("message", ""),
            Map.of("message", "x".repeat(32_001)),
            Map.of("message", "x", "channel", "a.b"),
            Map.of("message", "x", "message_id", ""))) {
      assertThat(admin.post(client.project().path("/agents/a/messages"), wrong).status())
          .isEqualTo(400);
    }
    assertThat(
            admin
                .post(client.project().path("/agents/a%20b/messages"), Map.of("message", "x"))
                .status())
        .isEqualTo(400);
  }

  @Test
  void nothing_of_a_project_can_be_reached_by_messages_of_another() throws Exception {
    AgentClient other = new AgentClient(ToolClient.fresh(server.admin(), SKILL));
    String turn = client.send("victim", Map.of("message", "hello"));
    client.cards(turn);
    ScriptedAgent pending = new ScriptedAgent(server);
    try (pending) {
      pending.calls("skills_run_cmd", Map.of("skill_name", SKILL, "command", "true")).hangs();
      pending.agents().consumeTurns(); // nobody makes its calls
      AgentTurn open = pending.agents().send(access(client), message("wait"));
      client.await(open.id().toString(), "tool_call");
      JsonNode call =
          server
              .admin()
              .get(client.project().path("/turns/" + open.id() + "/cards?after=2"))
              .body()
              .path("cards")
              .get(0);
      forge(other, open, call, "run_cmd", other.project().project());
      forge(client, open, call, "load", client.project().project());
    }
    for (AgentClient each : List.of(other, client)) {
      List<JsonNode> parked = parkedSoon(each);
      assertThat(word(parked.getFirst(), "reason")).contains("refused");
      String path = each.project().path("/parked/" + word(parked.getFirst(), "id") + ":resend");
      assertThat(server.admin().send("POST", path, "").status()).isEqualTo(202);
    }
    assertThat(other.project().api().get(other.project().path("/turns/" + turn)).status())
        .isEqualTo(404);
    assertThat(
            other.project().api().get(other.project().path("/turns/" + turn + "/cards")).status())
        .isEqualTo(404);
    Api stranger = ToolClient.person(server, "user");
    for (String path : List.of("/turns", "/parked", "/turns/" + turn)) {
      assertThat(stranger.get(client.project().path(path)).status()).as(path).isEqualTo(404);
    }
    assertThat(stranger.send("POST", client.project().path("/bus:reset"), "").status())
        .isEqualTo(404);
  }

  /// A message that names a call which is not what it says, or not of its project.
  private static void forge(
      AgentClient into, AgentTurn turn, JsonNode call, String suffix, String project) {
    Map<String, String> headers =
        Map.of(
            BusMessage.AGENT,
            turn.agent(),
            BusMessage.TURN,
            turn.id().toString(),
            BusMessage.TOOL_CALL,
            word(call, "tool_call_id"));
    server
        .part(MessageBus.class)
        .publish(
            BusMessage.of(
                new Subject(
                    project, turn.channel(), Subject.Category.CMD, "tool", "skills", suffix),
                headers,
                ToolClient.json(
                    Map.of(
                        "tool_call_card_id",
                        word(call, "card_id"),
                        "tool_name",
                        "skills." + suffix))),
            "forged-" + UUID.randomUUID());
  }

  private static List<JsonNode> parkedSoon(AgentClient each) throws InterruptedException {
    for (int i = 0; i < 200; i++) {
      JsonNode found =
          each.project().api().get(each.project().path("/parked")).body().path("messages");
      if (!found.isEmpty()) {
        return found.valueStream().toList();
      }
      new java.util.concurrent.CountDownLatch(1)
          .await(50, java.util.concurrent.TimeUnit.MILLISECONDS);
    }
    throw new AssertionError("nothing was parked");
  }

  @Test
  void a_reset_ends_what_goes_on_in_one_project_and_leaves_the_others() {
    AgentClient mine = new AgentClient(ToolClient.fresh(server.admin(), SKILL));
    AgentClient theirs = new AgentClient(ToolClient.fresh(server.admin(), SKILL));
    try (ScriptedAgent agent = new ScriptedAgent(server)) {
      agent.hangs().hangs();
      agent.agents().consumeTurns();
      AgentTurn ended = agent.agents().send(access(mine), message("x"));
      AgentTurn stays = agent.agents().send(access(theirs), message("x"));
      JsonNode reset = server.admin().send("POST", mine.project().path("/bus:reset"), "").body();
      assertThat(reset.path("turns").asInt()).isEqualTo(1);
      mine.cards(ended.id().toString());
      assertThat(word(mine.turn(ended.id().toString()), "status")).isEqualTo("canceled");
      assertThat(word(theirs.turn(stays.id().toString()), "status")).isIn("queued", "running");
      assertThat(leases(mine)).isZero();
      server.admin().delete(theirs.project().path(""));
      assertThat(leases(theirs)).isZero();
    }
    String again = mine.send("a", Map.of("message", "hello"));
    assertThat(types(mine.cards(again))).endsWith("agent_result");
  }

  private static int leases(AgentClient of) {
    return server
        .part(JdbcClient.class)
        .sql(
            "select count(*) from call_lease where project = ? and done_at is null and until > now()")
        .param(of.project().project())
        .query(Integer.class)
        .single();
  }

  private static AgentMessage message(String text) {
    return new AgentMessage("agent-" + UUID.randomUUID(), "public", text, Optional.empty());
  }

  private static ProjectAccess access(AgentClient of) {
    return server
        .part(ToolCalls.class)
        .projects()
        .enter(
            of.project().project(),
            new Visitor("local", "local", Visitor.Standing.ADMIN),
            ProjectRole.OWNER);
  }
}
