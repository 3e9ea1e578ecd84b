package dev.assay.toolservice;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import dev.assay.skill.audit.AuditAction;
import dev.assay.skill.audit.AuditWriter;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.node.ObjectNode;

/// The tools of a project, and its profiles: lists of tools that members are limited to.
public final class ProjectTools {
  private static final Pattern PROFILE = Pattern.compile("[a-z0-9][a-z0-9_-]{0,62}");

  private static final int MOST_TOOLS = 100;

  private final JdbcClient jdbc;
  private final Projects projects;
  private final AuditWriter audit;
  private final Clock clock;

  public ProjectTools(JdbcClient jdbc, Projects projects, AuditWriter audit, Clock clock) {
    this.jdbc = jdbc;
    this.projects = projects;
    this.audit = audit;
    this.clock = clock;
  }

  /// Adds all built-in tools to a project. A repeated call restores removed ones.
  public List<ToolSpec> bootstrap(ProjectAccess access) {
    Projects.require(access, ProjectRole.EDITOR);
    String id = access.project().id();
    return audit.together(
        () -> {
          for (String name : new TreeSet<>(ToolSpec.BUILT_IN.keySet())) {
            jdbc.sql(
                    "insert into project_tool (project, name) values (?, ?) on conflict do nothing")
                .params(id, name)
                .update();
          }
          jdbc.sql("update project set bootstrapped_at = ? where id = ?")
              .params(clock.instant().atOffset(ZoneOffset.UTC), id)
              .update();
          projects.note(
              access.visitor(), AuditAction.PROJECT_CHANGED, id, Map.of(), Map.of("tools", "all"));
          return inProject(id);
        });
  }

  /// Adds a tool of the project's own, or changes it.
  public ToolSpec register(ProjectAccess access, ToolRegistration tool) {
    Projects.require(access, ProjectRole.EDITOR);
    String id = access.project().id();
    return audit.together(
        () -> {
          projects.lock(id);
          List<ToolSpec> there = inProject(id);
          there.stream()
              .map(ToolSpec::name)
              .filter(name -> !name.equals(tool.name()))
              .filter(name -> ToolRegistration.lookAlike(name, tool.name()))
              .findFirst()
              .ifPresent(
                  name -> {
                    throw new AssayException(
                        ErrorCode.BAD_REQUEST,
                        "%s looks like %s to models, which see _ for a dot. Take another name."
                            .formatted(tool.name(), name));
                  });
          if (there.size() >= MOST_TOOLS) {
            throw new AssayException(
                ErrorCode.BAD_REQUEST,
                "A project has %d tools at most. Remove one first.".formatted(MOST_TOOLS));
          }
          jdbc.sql(
                  """
                  insert into project_tool (project, name, description, input_schema)
                  values (:project, :name, :description, :schema)
                  on conflict (project, name)
                  do update set description = :description, input_schema = :schema
                  """)
              .param("project", id)
              .param("name", tool.name())
              .param("description", tool.description())
              .param("schema", tool.inputSchema().toString())
              .update();
          projects.note(
              access.visitor(),
              AuditAction.PROJECT_CHANGED,
              id,
              Map.of(),
              Map.of("tool", tool.name(), "description", tool.description()));
          return new ToolSpec(tool.name(), tool.description(), tool.inputSchema());
        });
  }

  /// The tools that the caller may call.
  public List<ToolSpec> list(ProjectAccess access) {
    return inProject(access.project().id()).stream()
        .filter(tool -> access.covers(tool.name()))
        .toList();
  }

  /// @throws AssayException with `NOT_FOUND` if the project has no such tool, or `FORBIDDEN` if the
  ///   caller's profile does not name it
  ToolSpec load(ProjectAccess access, String name) {
    ToolSpec tool =
        inProject(access.project().id()).stream()
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow(() -> missing(name));
    if (!access.covers(name)) {
      throw new AssayException(
          ErrorCode.FORBIDDEN,
          "Your profile in this project does not name the tool %s. Ask one of its owners."
              .formatted(name));
    }
    return tool;
  }

  public void remove(ProjectAccess access, String name) {
    Projects.require(access, ProjectRole.EDITOR);
    String id = access.project().id();
    audit.together(
        () -> {
          int gone =
              jdbc.sql("delete from project_tool where project = ? and name = ?")
                  .params(id, name)
                  .update();
          if (gone == 0) {
            throw missing(name);
          }
          projects.note(
              access.visitor(), AuditAction.PROJECT_CHANGED, id, Map.of("tool", name), Map.of());
          return id;
        });
  }

  /// Profiles by name.
  public Map<String, Set<String>> profiles(ProjectAccess access) {
    Map<String, Set<String>> all = new TreeMap<>();
    jdbc.sql("select name, tools from project_profile where project = ?")
        .param(access.project().id())
        .query(
            row -> {
              all.put(
                  row.getString("name"),
                  new TreeSet<>(Projects.JSON.readValue(row.getString("tools"), Projects.NAMES)));
            });
    return all;
  }

  public void putProfile(ProjectAccess access, String name, Set<String> tools) {
    Projects.require(access, ProjectRole.EDITOR);
    if (!PROFILE.matcher(name).matches()) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST,
          "\"%s\" cannot be the name of a profile: use a-z, 0-9, _ and -."
              .formatted(Visible.line(name, 80)));
    }
    Set<String> own =
        inProject(access.project().id()).stream().map(ToolSpec::name).collect(Collectors.toSet());
    tools.stream()
        .filter(tool -> !ToolSpec.BUILT_IN.containsKey(tool) && !own.contains(tool))
        .findFirst()
        .ifPresent(
            tool -> {
              throw missing(tool);
            });
    String id = access.project().id();
    audit.together(
        () -> {
          jdbc.sql(
                  """
                  insert into project_profile (project, name, tools) values (:project, :name, :tools)
                  on conflict (project, name) do update set tools = :tools
                  """)
              .param("project", id)
              .param("name", name)
              .param("tools", Projects.JSON.writeValueAsString(new TreeSet<>(tools)))
              .update();
          projects.note(
              access.visitor(),
              AuditAction.PROJECT_CHANGED,
              id,
              Map.of(),
              Map.of("profile", name, "tools", String.join(" ", new TreeSet<>(tools))));
          return id;
        });
  }

  private List<ToolSpec> inProject(String project) {
    return jdbc
        .sql(
            """
            select name, description, input_schema from project_tool
            where project = ? order by name
            """)
        .param(project)
        .query((row, number) -> read(row))
        .list()
        .stream()
        .flatMap(Optional::stream)
        .toList();
  }

  private static Optional<ToolSpec> read(ResultSet row) throws SQLException {
    String name = row.getString("name");
    String schema = row.getString("input_schema");
    return schema == null
        ? Optional.ofNullable(ToolSpec.BUILT_IN.get(name))
        : Optional.of(
            new ToolSpec(
                name, row.getString("description"), (ObjectNode) Projects.JSON.readTree(schema)));
  }

  private static AssayException missing(String name) {
    return new AssayException(
        ErrorCode.NOT_FOUND,
        "There is no tool \"%s\" in this project. A project has its tools once it was bootstrapped."
            .formatted(Visible.line(name, 80)));
  }
}
