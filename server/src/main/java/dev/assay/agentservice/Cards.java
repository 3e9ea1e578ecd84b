package dev.assay.agentservice;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;
import tools.jackson.databind.json.JsonMapper;

/// The table of cards. A card is never changed.
final class Cards {
  static final JsonMapper JSON = JsonMapper.builder().build();

  private final JdbcClient jdbc;
  private final TransactionOperations transactions;
  private final Clock clock;

  Cards(JdbcClient jdbc, TransactionOperations transactions, Clock clock) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.clock = clock;
  }

  /// A card that is yet to be written.
  record Draft(
      Card.Type type,
      String author,
      Optional<UUID> parent,
      Optional<String> callId,
      Map<String, ?> content) {}

  /// Writes a card at the end of its turn. Cards of one turn are serialized, so that a reader of
  /// their numbers misses none.
  UUID add(UUID turn, Draft draft) {
    return write(turn, draft, "true").orElseThrow();
  }

  /// Writes a card unless the turn is over, because no card may follow its end.
  Optional<UUID> addOpen(UUID turn, Draft draft) {
    return write(turn, draft, AgentTurns.OPEN);
  }

  private Optional<UUID> write(UUID turn, Draft draft, String condition) {
    UUID id = UUID.randomUUID();
    return Objects.requireNonNull(
        transactions.execute(
            transaction ->
                jdbc.sql(
                        "update agent_turn set cards = cards + 1 where id = ? and "
                            + condition
                            + " returning cards")
                    .param(turn)
                    .query(Integer.class)
                    .optional()
                    .map(number -> insert(id, turn, number, draft))));
  }

  private UUID insert(UUID id, UUID turn, int number, Draft draft) {
    jdbc.sql(
            """
                  insert into agent_card
                    (id, turn, number, type, author, parent, call_id, content, created_at)
                  values (:id, :turn, :number, :type, :author, :parent, :call, :content, :now)
                  """)
        .param("id", id)
        .param("turn", turn)
        .param("number", number)
        .param("type", draft.type().word())
        .param("author", draft.author())
        .param("parent", draft.parent().orElse(null))
        .param("call", draft.callId().orElse(null))
        .param("content", JSON.writeValueAsString(draft.content()))
        .param("now", clock.instant().atOffset(ZoneOffset.UTC))
        .update();
    return id;
  }

  Optional<Card> find(UUID id) {
    return jdbc.sql("select * from agent_card where id = ?")
        .param(id)
        .query(Cards::read)
        .optional();
  }

  /// The call or the result of a call.
  Optional<Card> find(UUID turn, Card.Type type, String callId) {
    return jdbc.sql("select * from agent_card where turn = ? and type = ? and call_id = ?")
        .params(turn, type.word(), callId)
        .query(Cards::read)
        .optional();
  }

  /// A call in a project.
  Optional<Card> findCall(String project, String callId) {
    return jdbc.sql(
            """
            select c.* from agent_card c join agent_turn t on t.id = c.turn
            where t.project = ? and c.type = 'tool_call' and c.call_id = ?
            """)
        .params(project, callId)
        .query(Cards::read)
        .optional();
  }

  /// The calls of a project without a result that workers outside perform.
  List<Card> waiting(String project, int most) {
    return jdbc.sql(
            """
            select c.* from agent_card c join agent_turn t on t.id = c.turn
            where t.project = ? and t.state = 'running' and c.type = 'tool_call'
              and c.content::json ->> 'tool' not like 'skills.%'
              and not exists (select 1 from agent_card r
                where r.turn = c.turn and r.type = 'tool_result' and r.call_id = c.call_id)
            order by c.created_at limit ?
            """)
        .params(project, most)
        .query(Cards::read)
        .list();
  }

  List<Card> list(UUID turn, int after, int most) {
    return jdbc.sql(
            "select * from agent_card where turn = ? and number > ? order by number limit ?")
        .params(turn, after, most)
        .query(Cards::read)
        .list();
  }

  List<Card> list(UUID turn, Card.Type type) {
    return jdbc.sql("select * from agent_card where turn = ? and type = ? order by number")
        .params(turn, type.word())
        .query(Cards::read)
        .list();
  }

  /// Calls of a turn that have no result yet.
  List<Card> unanswered(UUID turn) {
    return jdbc.sql(
            """
            select c.* from agent_card c where c.turn = ? and c.type = 'tool_call'
              and not exists (select 1 from agent_card r
                where r.turn = c.turn and r.type = 'tool_result' and r.call_id = c.call_id)
            """)
        .param(turn)
        .query(Cards::read)
        .list();
  }

  /// The calls of running turns without a result that were published a while ago; notes that they
  /// are published once more.
  List<Card> unanswered() {
    return jdbc.sql(
            """
            update agent_card set published_at = now() where id in (
              select c.id from agent_card c join agent_turn t on t.id = c.turn
              where c.type = 'tool_call' and t.state = 'running'
                and c.published_at < now() - interval '5 seconds'
                and not exists (select 1 from agent_card r
                  where r.turn = c.turn and r.type = 'tool_result' and r.call_id = c.call_id)
              order by c.published_at limit 100 for update of c skip locked)
            returning *
            """)
        .query(Cards::read)
        .list();
  }

  private static Card read(ResultSet row, int each) throws SQLException {
    return new Card(
        row.getObject("id", UUID.class),
        row.getObject("turn", UUID.class),
        row.getInt("number"),
        Card.Type.ofWord(row.getString("type")),
        row.getString("author"),
        Optional.ofNullable(row.getObject("parent", UUID.class)),
        Optional.ofNullable(row.getString("call_id")),
        JSON.readTree(row.getString("content")),
        row.getObject("created_at", OffsetDateTime.class).toInstant());
  }
}
