package dev.assay.agentservice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.Api;
import dev.assay.toolservice.ToolClient;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Writes to agents of one project and reads what they do.
record AgentClient(ToolClient project) {
  private static final int PATIENCE = 150;

  String send(String agent, Map<String, String> body) {
    Api.Reply reply = project.api().post(project.path("/agents/" + agent + "/messages"), body);
    assertThat(reply.status()).as(reply.response().body()).isEqualTo(202);
    return reply.body().path("turn_id").asString();
  }

  JsonNode turn(String id) {
    return project.api().get(project.path("/turns/" + id)).body();
  }

  /// Follows a turn to its end.
  List<JsonNode> cards(String turn) {
    List<JsonNode> all = new java.util.ArrayList<>();
    for (int i = 0; i < PATIENCE; i++) {
      JsonNode answer =
          project
              .api()
              .get(project.path("/turns/" + turn + "/cards?wait_seconds=2&after=" + all.size()))
              .body();
      boolean over = List.of("succeeded", "failed", "canceled").contains(word(answer, "status"));
      answer.path("cards").forEach(all::add);
      if (over && answer.path("cards").isEmpty()) {
        return all;
      }
    }
    throw new AssertionError("the turn does not end: " + all);
  }

  /// Waits for a card of that type.
  void await(String turn, String type) {
    int seen = 0;
    for (int i = 0; i < PATIENCE; i++) {
      JsonNode answer =
          project
              .api()
              .get(project.path("/turns/" + turn + "/cards?wait_seconds=2&after=" + seen))
              .body();
      for (JsonNode card : answer.path("cards")) {
        seen++;
        if (word(card, "type").equals(type)) {
          return;
        }
      }
    }
    throw new AssertionError("no card of type " + type);
  }

  static String word(JsonNode node, String field) {
    return node.path(field).asString();
  }

  static List<String> types(List<JsonNode> cards) {
    return cards.stream().map(card -> word(card, "type")).toList();
  }
}
