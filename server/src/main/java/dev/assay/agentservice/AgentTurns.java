package dev.assay.agentservice;

import dev.assay.agentservice.AgentTurn.State;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/// The table of turns. A final state is never overwritten.
final class AgentTurns {
  static final String OPEN = "state in ('queued', 'running')";
  private static final int REMEMBERED = 10;

  private final JdbcClient jdbc;
  private final Clock clock;

  AgentTurns(JdbcClient jdbc, Clock clock) {
    this.jdbc = jdbc;
    this.clock = clock;
  }

  /// Adds a turn. Returns false if the message came before.
  ///
  /// @param messageHash the hash of the sender's id of the message
  boolean add(AgentTurn turn, Optional<String> messageHash) {
    return 1
        == jdbc.sql(
                """
                insert into agent_turn (id, project, channel, agent, account, sender, message_hash,
                  state, created_at, published_at)
                values (:id, :project, :channel, :agent, :account, :sender, :hash, 'queued', :now,
                  now())
                on conflict do nothing
                """)
            .param("id", turn.id())
            .param("project", turn.project())
            .param("channel", turn.channel())
            .param("agent", turn.agent())
            .param("account", turn.account())
            .param("sender", turn.sender())
            .param("hash", messageHash.orElse(null))
            .param("now", now())
            .update();
  }

  Optional<AgentTurn> find(UUID id) {
    return jdbc.sql("select * from agent_turn where id = ?")
        .param(id)
        .query(AgentTurns::read)
        .optional();
  }

  Optional<AgentTurn> findMessage(String project, String hash) {
    return jdbc.sql("select * from agent_turn where project = ? and message_hash = ?")
        .params(project, hash)
        .query(AgentTurns::read)
        .optional();
  }

  /// The turns of a project, the latest first.
  List<AgentTurn> list(String project, Optional<String> agent, Optional<String> channel, int most) {
    return jdbc.sql(
            """
            select * from agent_turn where project = :project
              and (cast(:agent as text) is null or agent = :agent)
              and (cast(:channel as text) is null or channel = :channel)
            order by created_at desc, id limit :most
            """)
        .param("project", project)
        .param("agent", agent.orElse(null))
        .param("channel", channel.orElse(null))
        .param("most", most)
        .query(AgentTurns::read)
        .list();
  }

  int open(String project) {
    return jdbc.sql("select count(*) from agent_turn where project = ? and " + OPEN)
        .param(project)
        .query(Integer.class)
        .single();
  }

  List<AgentTurn> allOpen(String project) {
    return jdbc.sql("select * from agent_turn where project = ? and " + OPEN)
        .param(project)
        .query(AgentTurns::read)
        .list();
  }

  /// Says whether an earlier message of the same conversation is not answered yet.
  boolean waitsForEarlier(AgentTurn turn) {
    return jdbc.sql(
            """
            select exists (select 1 from agent_turn where project = ? and agent = ? and channel = ?
              and (created_at, id) < (?, ?) and state in ('queued', 'running'))
            """)
        .params(
            turn.project(),
            turn.agent(),
            turn.channel(),
            turn.createdAt().atOffset(ZoneOffset.UTC),
            turn.id())
        .query(Boolean.class)
        .single();
  }

  /// The earlier turns of the same conversation, oldest first.
  List<AgentTurn> earlier(AgentTurn turn) {
    return jdbc.sql(
            """
            select * from agent_turn where project = ? and agent = ? and channel = ?
              and (created_at, id) < (?, ?) and state = 'succeeded'
            order by created_at desc, id limit ?
            """)
        .params(
            turn.project(),
            turn.agent(),
            turn.channel(),
            turn.createdAt().atOffset(ZoneOffset.UTC),
            turn.id(),
            REMEMBERED)
        .query(AgentTurns::read)
        .list()
        .reversed();
  }

  void started(UUID id) {
    jdbc.sql("update agent_turn set state = 'running' where id = ? and state = 'queued'")
        .param(id)
        .update();
  }

  /// Ends a turn. Returns false if it was over before.
  boolean end(UUID id, TurnEnding ending) {
    return 1
        == jdbc.sql(
                "update agent_turn set state = :state, result = :result, error = :error,"
                    + " rehearsal = :rehearsal, finished_at = :now where id = :id and "
                    + OPEN)
            .param("state", ending.state().word())
            .param("result", ending.result().orElse(null))
            .param("error", ending.error().orElse(null))
            .param("rehearsal", ending.rehearsal().orElse(null))
            .param("now", now())
            .param("id", id)
            .update();
  }

  void wantCancel(UUID id) {
    jdbc.sql("update agent_turn set cancel_wanted = true where id = ? and " + OPEN)
        .param(id)
        .update();
  }

  /// Says whether a turn was cancelled, is over, or is gone.
  boolean shallStop(UUID id) {
    return !jdbc.sql(
            "select exists (select 1 from agent_turn where id = ? and not cancel_wanted and "
                + OPEN
                + ")")
        .param(id)
        .query(Boolean.class)
        .single();
  }

  boolean isCancelWanted(UUID id) {
    return jdbc.sql("select exists (select 1 from agent_turn where id = ? and cancel_wanted)")
        .param(id)
        .query(Boolean.class)
        .single();
  }

  /// The open turns that were published a while ago; notes that they are published once more.
  List<AgentTurn> unanswered() {
    return jdbc.sql(
            """
            update agent_turn set published_at = now() where id in (
              select id from agent_turn where state in ('queued', 'running')
                and published_at < now() - interval '5 seconds'
              order by published_at limit 100 for update skip locked)
            returning *
            """)
        .query(AgentTurns::read)
        .list();
  }

  private OffsetDateTime now() {
    return clock.instant().atOffset(ZoneOffset.UTC);
  }

  private static AgentTurn read(ResultSet row, int each) throws SQLException {
    return new AgentTurn(
        row.getObject("id", UUID.class),
        row.getString("project"),
        row.getString("channel"),
        row.getString("agent"),
        row.getString("account"),
        row.getString("sender"),
        State.ofWord(row.getString("state")),
        Optional.ofNullable(row.getString("result")),
        Optional.ofNullable(row.getString("error")),
        Optional.ofNullable(row.getObject("rehearsal", Boolean.class)),
        row.getObject("created_at", OffsetDateTime.class).toInstant(),
        Optional.ofNullable(row.getObject("finished_at", OffsetDateTime.class))
            .map(OffsetDateTime::toInstant));
  }
}
