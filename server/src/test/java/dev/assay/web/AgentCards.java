package dev.assay.web;

import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

/// Inserts the cards of a finished turn of an agent.
final class AgentCards {
  private AgentCards() {}

  /// @param text the text of every card
  static void insert(JdbcClient jdbc, String project, String agent, String text) {
    UUID turn = UUID.randomUUID();
    jdbc.sql(
            """
            insert into agent_turn (id, project, channel, agent, account, sender, state, result,
              error, rehearsal, cards, created_at, published_at, finished_at)
            values (?, ?, 'public', ?, 'local', ?, 'failed', ?, ?, false, 6, now(), now(), now())
            """)
        .params(turn, project, agent, text, text, text)
        .update();
    String word = JsonMapper.builder().build().writeValueAsString(text);
    List<String[]> cards =
        List.of(
            new String[] {"user_message", "{\"text\": %s}"},
            new String[] {"agent_reply", "{\"text\": %s, \"calls\": []}"},
            new String[] {
              "tool_call", "{\"tool\": \"skills.run_cmd\", \"arguments\": {\"command\": %s}}"
            },
            new String[] {
              "tool_result",
              """
              {"status": "failed", "result": {"stdout": %1$s, "exit_code": 1, "x": %1$s,
                "created_artifacts": [{"artifact_id": %1$s, "filename": "no.txt"}, {}, 7,
                  {"artifact_id": "00000000-0000-0000-0000-000000000007", "filename": %1$s}]}}
              """
            },
            new String[] {
              "retry_judgement", "{\"action\": \"retry\", \"reason\": %s, \"hint\": \"\"}"
            },
            new String[] {"agent_result", "{\"status\": \"failed\", \"error\": %s}"});
    UUID parent = null;
    for (int number = 1; number <= cards.size(); number++) {
      String[] card = cards.get(number - 1);
      boolean ofCall = number >= 3 && number <= 5;
      UUID id = UUID.randomUUID();
      jdbc.sql(
              """
              insert into agent_card (id, turn, number, type, author, parent, call_id, content,
                created_at)
              values (?, ?, ?, ?, ?, ?, ?, ?, now())
              """)
          .param(id)
          .param(turn)
          .param(number)
          .param(card[0])
          .param(text)
          .param(parent)
          .param(ofCall ? "call-1" : null)
          .param(card[1].formatted(word))
          .update();
      parent = id;
    }
  }
}
