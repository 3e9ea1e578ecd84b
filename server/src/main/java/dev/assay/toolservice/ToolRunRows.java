package dev.assay.toolservice;

import dev.assay.skill.Words;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.core.type.TypeReference;

/// Reads and writes runs as rows of their table.
final class ToolRunRows {
  private static final TypeReference<Map<String, String>> VARIABLES = new TypeReference<>() {};
  private static final TypeReference<List<Integer>> PORTS = new TypeReference<>() {};
  private static final TypeReference<List<PortAddress>> ENDPOINTS = new TypeReference<>() {};

  private final JdbcClient jdbc;
  private final Clock clock;

  ToolRunRows(JdbcClient jdbc, Clock clock) {
    this.jdbc = jdbc;
    this.clock = clock;
  }

  /// Inserts a run and returns the number of rows: none while the working directory is in use, or
  /// for a call that was made before.
  int insert(ToolRun run, Optional<String> callHash, int position) {
    return jdbc.sql(
            """
            with used as (update tool_session set used_at = :now where id = :session)
            insert into tool_run (id, project, kind, parent, position, name, session, alias, agent,
              caller, call_hash, skill, version, version_hash, workdir, command, variables,
              timeout_seconds, ready_pattern, startup_seconds, files, ports, state,
              created_at)
            values (:id, :project, :kind, :parent, :position, :name, :session, :alias, :agent,
              :caller, :hash, :skill, :version, :versionHash, :workdir, :command, :variables,
              :timeout, :pattern, :startup, :files, :ports, :state, :now)
            on conflict do nothing
            """)
        .param("id", run.id())
        .param("project", run.project())
        .param("kind", run.kind().word())
        .param("parent", run.parent().orElse(null))
        .param("position", position)
        .param("name", run.name())
        .param("session", run.session())
        .param("alias", run.alias())
        .param("agent", run.agent())
        .param("caller", run.caller())
        .param("hash", callHash.orElse(null))
        .param("skill", run.skill().name())
        .param("version", run.skill().version())
        .param("versionHash", run.skill().hash())
        .param("workdir", run.order().workdir())
        .param("command", run.order().command())
        .param("variables", Projects.JSON.writeValueAsString(run.order().variables()))
        .param("timeout", run.order().timeoutSeconds())
        .param("pattern", run.order().readyPattern().orElse(null))
        .param("startup", run.order().startupSeconds())
        .param("files", Projects.JSON.writeValueAsString(run.order().files()))
        .param("ports", Projects.JSON.writeValueAsString(run.order().ports()))
        .param("state", run.state().word())
        .param("now", clock.instant().atOffset(ZoneOffset.UTC))
        .update();
  }

  static ToolRun read(ResultSet row, int number) throws SQLException {
    Integer code = row.getObject("exit_code", Integer.class);
    return new ToolRun(
        row.getObject("id", UUID.class),
        row.getString("project"),
        Words.read(ToolRun.Kind.class, row.getString("kind")),
        Optional.ofNullable(row.getObject("parent", UUID.class)),
        row.getString("name"),
        row.getObject("session", UUID.class),
        row.getString("alias"),
        row.getString("agent"),
        row.getString("caller"),
        new ToolRun.SkillVersion(
            row.getString("skill"), row.getInt("version"), row.getString("version_hash")),
        new ToolRun.Order(
            row.getString("workdir"),
            row.getString("command"),
            Projects.JSON.readValue(row.getString("variables"), VARIABLES),
            row.getInt("timeout_seconds"),
            Optional.ofNullable(row.getString("ready_pattern")),
            row.getInt("startup_seconds"),
            readFiles(row.getString("files")),
            Projects.JSON.readValue(row.getString("ports"), PORTS)),
        Words.read(ToolRun.State.class, row.getString("state")),
        new ToolRun.Progress(
            row.getBoolean("startup_ready"),
            row.getInt("current_step"),
            code == null ? OptionalInt.empty() : OptionalInt.of(code),
            Optional.ofNullable(row.getString("error_message")),
            Optional.ofNullable(row.getString("orphaned_reason")),
            row.getObject("created_at", OffsetDateTime.class).toInstant(),
            time(row, "started_at"),
            time(row, "finished_at"),
            time(row, "last_output_at")),
        new ToolRun.Printed(
            row.getString("stdout"),
            row.getString("stderr"),
            row.getLong("stdout_bytes"),
            row.getLong("stderr_bytes")),
        readCollected(row.getString("collected")),
        new ToolRun.Exposed(
            Projects.JSON.readValue(row.getString("endpoints"), ENDPOINTS),
            row.getBoolean("endpoints_active")));
  }

  private static Optional<Instant> time(ResultSet row, String column) throws SQLException {
    return Optional.ofNullable(row.getObject(column, OffsetDateTime.class))
        .map(OffsetDateTime::toInstant);
  }

  private static RunFiles readFiles(String json) {
    return json.equals("{}") ? RunFiles.NONE : Projects.JSON.readValue(json, RunFiles.class);
  }

  private static RunFiles.Collected readCollected(String json) {
    return json.equals("{}")
        ? RunFiles.Collected.NOTHING
        : Projects.JSON.readValue(json, RunFiles.Collected.class);
  }
}
