package dev.assay.toolservice;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.core.type.TypeReference;

/// The table of sessions. The key of a kept session has three columns, so no spelling of a name can
/// lead to another's session.
final class ToolSessions {
  private static final TypeReference<Map<String, String>> PLACED = new TypeReference<>() {};

  private static final String OPEN =
      """
      exists (select 1 from tool_run r where r.session = s.id
                and r.state in ('queued', 'starting', 'running'))
      """;

  private final JdbcClient jdbc;
  private final Clock clock;
  private final ToolPolicy policy;

  ToolSessions(JdbcClient jdbc, Clock clock, ToolPolicy policy) {
    this.jdbc = jdbc;
    this.clock = clock;
    this.policy = policy;
  }

  /// Finds or makes the session for a call.
  ///
  /// @param alias the caller's alias
  /// @param suffix separates sessions of one kind from others with the same alias
  ToolSession obtain(Project project, String agent, Optional<String> alias, String suffix) {
    return switch (project.reuse()) {
      case NONE -> {
        UUID id = UUID.randomUUID();
        String called = alias.orElseGet(id::toString);
        Instant now = clock.instant();
        ToolSession made =
            new ToolSession(
                id,
                project.id(),
                agent,
                called,
                false,
                Map.of(),
                now,
                now,
                now.plus(policy.longest()));
        insert(made);
        yield made;
      }
      case PROJECT_AGENT -> kept(project.id(), agent, project.id() + "_" + agent + suffix);
      case SESSION -> kept(project.id(), agent, alias.orElse(project.id() + "_" + agent) + suffix);
    };
  }

  private ToolSession kept(String project, String agent, String alias) {
    Optional<ToolSession> known = find(project, agent, alias);
    if (known.isPresent()) {
      return known.get();
    }
    requireRoom(project);
    Instant now = clock.instant();
    insert(
        new ToolSession(
            UUID.randomUUID(),
            project,
            agent,
            alias,
            true,
            Map.of(),
            now,
            now,
            now.plus(policy.longest())));
    return find(project, agent, alias).orElseThrow();
  }

  private void requireRoom(String project) {
    int there =
        jdbc.sql("select count(*) from tool_session where project = ? and kept")
            .param(project)
            .query(Integer.class)
            .single();
    if (there >= policy.sessions()) {
      throw new AssayException(
          ErrorCode.TOO_BUSY,
          "The project keeps %d sessions, and more are not allowed. End one, or wait until one has been unused for %d minutes."
              .formatted(there, policy.idle().toMinutes()));
    }
  }

  private void insert(ToolSession session) {
    jdbc.sql(
            """
            insert into tool_session (id, project, agent, alias, kept, created_at, used_at, ends_at)
            values (?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing
            """)
        .params(
            session.id(),
            session.project(),
            session.agent(),
            session.alias(),
            session.kept(),
            session.createdAt().atOffset(ZoneOffset.UTC),
            session.usedAt().atOffset(ZoneOffset.UTC),
            session.endsAt().atOffset(ZoneOffset.UTC))
        .update();
  }

  /// Finds a session; an expired one is not found, and is removed soon.
  private Optional<ToolSession> find(String project, String agent, String alias) {
    Optional<ToolSession> found =
        jdbc.sql(
                """
                select * from tool_session where project = ? and agent = ? and alias = ? and kept
                """)
            .params(project, agent, alias)
            .query(ToolSessions::read)
            .optional();
    if (found.isPresent() && found.get().endsAt().isBefore(clock.instant())) {
      retire(project, agent, alias);
      return Optional.empty();
    }
    return found;
  }

  private void retire(String project, String agent, String alias) {
    jdbc.sql(
            """
            update tool_session set kept = false
            where project = ? and agent = ? and alias = ? and kept and ends_at < ?
            """)
        .params(project, agent, alias, now())
        .update();
  }

  /// Hides the session from calls, and puts it among the next [#expired] ones.
  void retire(UUID id) {
    jdbc.sql("update tool_session set kept = false, ends_at = ? where id = ?")
        .params(now(), id)
        .update();
  }

  /// A session with the policy of its project at the same moment.
  record Standing(ToolSession session, ProjectPolicy policy) {}

  Optional<Standing> findStanding(UUID id) {
    return jdbc.sql(
            """
            select s.*, p.unreviewed, p.network, p.allowed_hosts, p.packages
            from tool_session s join project p on p.id = s.project where s.id = ?
            """)
        .param(id)
        .query((row, number) -> new Standing(read(row, number), Projects.policy(row)))
        .optional();
  }

  Optional<ToolSession> find(UUID id) {
    return jdbc.sql("select * from tool_session where id = ?")
        .param(id)
        .query(ToolSessions::read)
        .optional();
  }

  List<ToolSession> list(String project) {
    return jdbc.sql("select * from tool_session where project = ? order by used_at desc limit 200")
        .param(project)
        .query(ToolSessions::read)
        .list();
  }

  /// The skills whose files were copied into it, with the digest of each.
  Map<String, String> placed(UUID id) {
    return new HashMap<>(
        jdbc.sql("select placed from tool_session where id = ?")
            .param(id)
            .query((row, number) -> Projects.JSON.readValue(row.getString("placed"), PLACED))
            .single());
  }

  void place(UUID id, Map<String, String> placed) {
    jdbc.sql("update tool_session set placed = ? where id = ?")
        .params(Projects.JSON.writeValueAsString(placed), id)
        .update();
  }

  /// The sessions to remove: unused for too long, beyond the longest lifetime, or left by a call
  /// that is over. Those whose removal failed come last.
  List<ToolSession> expired(int most) {
    return jdbc.sql(
            """
            select s.* from tool_session s
            where s.ends_at < :now
              or (not %s and (s.used_at < :idle or (not s.kept and s.used_at < :young)))
            order by s.tried_at nulls first, s.used_at limit :most
            """
                .formatted(OPEN))
        .param("now", now())
        .param("idle", now().minus(policy.idle()))
        .param("young", now().minusMinutes(1))
        .param("most", most)
        .query(ToolSessions::read)
        .list();
  }

  void tried(UUID id) {
    jdbc.sql("update tool_session set tried_at = ? where id = ?").params(now(), id).update();
  }

  void remove(UUID id) {
    jdbc.sql("delete from tool_session where id = ?").param(id).update();
  }

  private OffsetDateTime now() {
    return clock.instant().atOffset(ZoneOffset.UTC);
  }

  private static ToolSession read(ResultSet row, int number) throws SQLException {
    return new ToolSession(
        row.getObject("id", UUID.class),
        row.getString("project"),
        row.getString("agent"),
        row.getString("alias"),
        row.getBoolean("kept"),
        Projects.JSON.readValue(row.getString("placed"), PLACED),
        row.getObject("created_at", OffsetDateTime.class).toInstant(),
        row.getObject("used_at", OffsetDateTime.class).toInstant(),
        row.getObject("ends_at", OffsetDateTime.class).toInstant());
  }
}
