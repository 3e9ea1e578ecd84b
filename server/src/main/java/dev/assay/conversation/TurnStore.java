package dev.assay.conversation;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.model.Usage;
import dev.assay.workflow.LiveEvent;
import dev.assay.workflow.LiveRuns;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/// The table of turns. The progress of a turn and its events belong to a live run with the same id,
/// in the stream of its conversation.
final class TurnStore {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final TypeReference<List<Turn.Choice>> CHOICES = new TypeReference<>() {};

  private final JdbcClient jdbc;
  private final TransactionOperations transactions;
  private final LiveRuns runs;
  private final Clock clock;

  TurnStore(JdbcClient jdbc, TransactionOperations transactions, LiveRuns runs, Clock clock) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.runs = runs;
    this.clock = clock;
  }

  /// @throws AssayException with `TURN_IN_PROGRESS` if another turn is running
  Turn begin(UUID conversation, String message, Turn.Answerer answerer, List<Turn.Choice> listed) {
    UUID id = UUID.randomUUID();
    transactions.executeWithoutResult(
        transaction -> {
          if (!runs.begin(id, conversation)) {
            throw new AssayException(
                ErrorCode.TURN_IN_PROGRESS,
                "An answer is being worked on. Wait for it, or stop it, and ask again.");
          }
          jdbc.sql(
                  """
                  insert into conversation_turn (id, conversation, number, message, state, model,
                    rehearsal, listed, began_at)
                  select :id, :conversation, coalesce(max(number), 0) + 1, :message, 'running',
                    :model, :rehearsal, :listed, :now
                  from conversation_turn where conversation = :conversation
                  """)
              .param("id", id)
              .param("conversation", conversation)
              .param("message", message)
              .param("model", answerer.model())
              .param("rehearsal", answerer.rehearsal())
              .param("listed", JSON.writeValueAsString(listed))
              .param("now", now())
              .update();
          jdbc.sql("update conversation set updated_at = ? where id = ?")
              .params(now(), conversation)
              .update();
        });
    return load(id);
  }

  /// Ends a turn: writes the last events and the state in one step. Returns false if it was over
  /// already.
  boolean end(Turn turn, Result result, List<LiveEvent.New> last) {
    return runs.end(turn.id(), turn.conversation(), last, () -> write(turn.id(), result));
  }

  private void write(UUID turn, Result result) {
    jdbc.sql(
            """
            update conversation_turn set state = :state, used = :used,
              input_tokens = :input, output_tokens = :output, cost = :cost, ended_at = :now
            where id = :id and state = 'running'
            """)
        .param("state", result.state().word())
        .param("used", JSON.writeValueAsString(result.used()))
        .param("input", result.spending().usage().inputTokens())
        .param("output", result.spending().usage().outputTokens())
        .param("cost", result.spending().cost())
        .param("now", now())
        .param("id", turn)
        .update();
  }

  /// The result of a turn.
  record Result(Turn.State state, List<Turn.Choice> used, Turn.Spending spending) {}

  void transcribed(UUID turn, UUID transcript) {
    jdbc.sql("update conversation_turn set transcript = ? where id = ?")
        .params(transcript, turn)
        .update();
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

  /// The latest turns before a number, oldest first.
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

  private OffsetDateTime now() {
    return clock.instant().atOffset(ZoneOffset.UTC);
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
