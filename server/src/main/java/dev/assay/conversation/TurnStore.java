package dev.assay.conversation;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.model.Usage;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/// The tables of turns and events. Nothing can be written about a turn that is over, so a server
/// that lost one writes nothing more.
final class TurnStore {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final TypeReference<List<Turn.Choice>> CHOICES = new TypeReference<>() {};

  private final JdbcClient jdbc;
  private final TransactionOperations transactions;
  private final Clock clock;

  TurnStore(JdbcClient jdbc, TransactionOperations transactions, Clock clock) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.clock = clock;
  }

  /// @throws AssayException with `TURN_IN_PROGRESS` if one is going on
  Turn begin(
      UUID conversation,
      String message,
      Turn.Answerer answerer,
      List<Turn.Choice> listed,
      String server) {
    UUID id = UUID.randomUUID();
    try {
      transactions.executeWithoutResult(
          transaction -> {
            jdbc.sql(
                    """
                    insert into conversation_turn (id, conversation, number, message, state, model,
                      rehearsal, listed, began_at, server, beat_at)
                    select :id, :conversation, coalesce(max(number), 0) + 1, :message, 'running',
                      :model, :rehearsal, :listed, :now, :server, clock_timestamp()
                    from conversation_turn where conversation = :conversation
                    """)
                .param("id", id)
                .param("conversation", conversation)
                .param("message", message)
                .param("model", answerer.model())
                .param("rehearsal", answerer.rehearsal())
                .param("listed", JSON.writeValueAsString(listed))
                .param("now", now())
                .param("server", server)
                .update();
            jdbc.sql("update conversation set updated_at = ? where id = ?")
                .params(now(), conversation)
                .update();
          });
    } catch (DuplicateKeyException e) {
      throw new AssayException(
          ErrorCode.TURN_IN_PROGRESS,
          "An answer is being worked on. Wait for it, or stop it, and ask again.",
          e);
    }
    return load(id);
  }

  /// Writes down what happened; its number, or nothing if the turn is over.
  Optional<Long> append(UUID turn, ConversationEvent.Kind kind, String body) {
    return jdbc.sql(
            """
            with turn as (
              select id, conversation from conversation_turn
              where id = :turn and state = 'running' for update),
            next as (
              update conversation c set last_seq = last_seq + 1 from turn
              where c.id = turn.conversation returning c.id, c.last_seq)
            insert into conversation_event (conversation, seq, turn, kind, body, at)
            select next.id, next.last_seq, :turn, :kind, :body, :now from next
            returning seq
            """)
        .param("turn", turn)
        .param("kind", kind.word())
        .param("body", body.replace("\0", "\uFFFD"))
        .param("now", now())
        .query(Long.class)
        .optional();
  }

  /// The end of a turn: the last events and the state in one step. Whether it was still going on.
  boolean end(UUID turn, Result result, List<NewEvent> last) {
    return Boolean.TRUE.equals(
        transactions.execute(
            transaction -> {
              for (NewEvent each : last) {
                if (append(turn, each.kind(), each.body()).isEmpty()) {
                  return false;
                }
              }
              return jdbc.sql(
                          """
                          update conversation_turn set state = :state, used = :used,
                            input_tokens = :input, output_tokens = :output, cost = :cost,
                            ended_at = :now
                          where id = :id and state = 'running'
                          """)
                      .param("state", result.state().word())
                      .param("used", JSON.writeValueAsString(result.used()))
                      .param("input", result.spending().usage().inputTokens())
                      .param("output", result.spending().usage().outputTokens())
                      .param("cost", result.spending().cost())
                      .param("now", now())
                      .param("id", turn)
                      .update()
                  > 0;
            }));
  }

  /// An event that has no number yet.
  record NewEvent(ConversationEvent.Kind kind, String body) {}

  /// What came of a turn.
  record Result(Turn.State state, List<Turn.Choice> used, Turn.Spending spending) {}

  void transcribed(UUID turn, UUID transcript) {
    jdbc.sql("update conversation_turn set transcript = ? where id = ?")
        .params(transcript, turn)
        .update();
  }

  /// What a server learns when it says that it still works on a turn.
  enum Pulse {
    GO_ON,
    CANCELLED,
    /// The turn is over; somebody else ended it.
    OVER
  }

  Pulse heartbeat(UUID turn) {
    return jdbc.sql(
            """
            update conversation_turn set beat_at = clock_timestamp()
            where id = ? and state = 'running' returning cancel_wanted
            """)
        .param(turn)
        .query(Boolean.class)
        .optional()
        .map(cancelled -> cancelled ? Pulse.CANCELLED : Pulse.GO_ON)
        .orElse(Pulse.OVER);
  }

  /// Wants the running turn stopped, wherever it runs.
  Optional<UUID> cancel(UUID conversation) {
    return jdbc.sql(
            """
            update conversation_turn set cancel_wanted = true
            where conversation = ? and state = 'running' returning id
            """)
        .param(conversation)
        .query(UUID.class)
        .optional();
  }

  /// Turns whose server has been silent.
  List<UUID> silent(Duration time) {
    return jdbc.sql(
            """
            select id from conversation_turn where state = 'running'
              and beat_at < clock_timestamp() - :millis * interval '1 millisecond'
            """)
        .param("millis", time.toMillis())
        .query((row, number) -> row.getObject("id", UUID.class))
        .list();
  }

  Turn load(UUID id) {
    return jdbc.sql("select * from conversation_turn where id = ?")
        .param(id)
        .query(TurnStore::read)
        .single();
  }

  /// The latest turns of a conversation, oldest first.
  List<Turn> latest(UUID conversation, int most) {
    return jdbc.sql(
            "select * from conversation_turn where conversation = ? order by number desc limit ?")
        .params(conversation, most)
        .query(TurnStore::read)
        .list()
        .reversed();
  }

  /// Turns before a number, the latest of them, oldest first.
  List<Turn> before(UUID conversation, int number, int most) {
    return jdbc.sql(
            """
            select * from conversation_turn where conversation = ? and number < ?
            order by number desc limit ?
            """)
        .params(conversation, number, most)
        .query(TurnStore::read)
        .list()
        .reversed();
  }

  /// Whether another server worked on the turn before.
  boolean changedServer(Turn turn) {
    return jdbc.sql(
            """
            select coalesce((
              select b.server <> t.server from conversation_turn b
              where b.conversation = t.conversation and b.number < t.number
              order by b.number desc limit 1), false)
            from conversation_turn t where t.id = ?
            """)
        .param(turn.id())
        .query(Boolean.class)
        .single();
  }

  List<ConversationEvent> events(UUID conversation, long after, int most) {
    return jdbc.sql(
            "select * from conversation_event where conversation = ? and seq > ? order by seq limit ?")
        .params(conversation, after, most)
        .query(TurnStore::event)
        .list();
  }

  List<ConversationEvent> eventsOf(UUID turn) {
    return jdbc.sql("select * from conversation_event where turn = ? order by seq")
        .param(turn)
        .query(TurnStore::event)
        .list();
  }

  /// The number of the event before a turn's first one.
  long startOf(UUID turn) {
    return jdbc.sql(
            """
            select coalesce((select min(seq) - 1 from conversation_event where turn = t.id), c.last_seq)
            from conversation_turn t join conversation c on c.id = t.conversation where t.id = ?
            """)
        .param(turn)
        .query(Long.class)
        .single();
  }

  private OffsetDateTime now() {
    return clock.instant().atOffset(ZoneOffset.UTC);
  }

  private static ConversationEvent event(ResultSet row, int number) throws SQLException {
    return new ConversationEvent(
        row.getLong("seq"),
        row.getObject("turn", UUID.class),
        ConversationEvent.Kind.ofWord(row.getString("kind")),
        row.getString("body"),
        row.getObject("at", OffsetDateTime.class).toInstant());
  }

  private static Turn read(ResultSet row, int number) throws SQLException {
    return new Turn(
        row.getObject("id", UUID.class),
        row.getObject("conversation", UUID.class),
        row.getInt("number"),
        row.getString("message"),
        Turn.State.ofWord(row.getString("state")),
        new Turn.Answerer(row.getString("model"), row.getBoolean("rehearsal")),
        JSON.readValue(row.getString("listed"), CHOICES),
        JSON.readValue(row.getString("used"), CHOICES),
        new Turn.Spending(
            new Usage(row.getLong("input_tokens"), row.getLong("output_tokens")),
            row.getBigDecimal("cost")),
        Optional.ofNullable(row.getObject("transcript", UUID.class)),
        row.getObject("began_at", OffsetDateTime.class).toInstant(),
        Optional.ofNullable(row.getObject("ended_at", OffsetDateTime.class))
            .map(OffsetDateTime::toInstant));
  }
}
