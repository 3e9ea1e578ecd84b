package dev.assay.toolservice;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import dev.assay.skill.audit.AuditAction;
import dev.assay.skill.audit.AuditRecord;
import dev.assay.skill.audit.AuditWriter;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/// The list of projects and their members. A project does not exist for any other account.
public final class Projects {
  static final JsonMapper JSON = JsonMapper.builder().build();
  static final TypeReference<List<String>> NAMES = new TypeReference<>() {};

  private static final Pattern ID = Pattern.compile("[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?");
  private static final int LONGEST_TITLE = 200;

  private final JdbcClient jdbc;
  private final AuditWriter audit;
  private final Clock clock;

  public Projects(JdbcClient jdbc, AuditWriter audit, Clock clock) {
    this.jdbc = jdbc;
    this.audit = audit;
    this.clock = clock;
  }

  /// Makes a project with the visitor as its owner.
  ///
  /// @throws AssayException with `PROJECT_ALREADY_EXISTS`; names are global, so this reveals
  ///   projects of which the visitor is no member
  public Project create(String id, String title, Visitor visitor) {
    if (!ID.matcher(id).matches()) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST,
          "\"%s\" cannot be the id of a project: use 1 to 63 of a-z, 0-9 and -, not - at an end."
              .formatted(Visible.line(id, 80)));
    }
    return audit.together(
        () -> {
          insert(id, title.isBlank() ? id : title, visitor);
          note(visitor, AuditAction.PROJECT_CREATED, id, Map.of(), Map.of());
          return load(id);
        });
  }

  private void insert(String id, String title, Visitor visitor) {
    int made =
        jdbc.sql(
                """
                insert into project (id, title, created_by, created_at) values (?, ?, ?, ?)
                on conflict do nothing
                """)
            .params(id, Visible.line(title, LONGEST_TITLE), visitor.name(), now())
            .update();
    if (made == 0) {
      throw new AssayException(
          ErrorCode.PROJECT_ALREADY_EXISTS,
          "There is a project \"%s\" already. Take another id.".formatted(id));
    }
    write(id, new Project.Member(visitor.account(), ProjectRole.OWNER, Optional.empty()));
  }

  /// @param least the lowest role that the visitor must have
  /// @throws AssayException with `PROJECT_NOT_FOUND` for a visitor who is no member, or `FORBIDDEN`
  public ProjectAccess enter(String id, Visitor visitor, ProjectRole least) {
    Entry entry = findEntry(id, visitor.account()).orElseThrow(() -> missing(id));
    ProjectRole role =
        switch (visitor.standing()) {
          case ADMIN -> ProjectRole.OWNER;
          case AUDITOR -> ProjectRole.VIEWER;
          case ACCOUNT -> entry.role().orElseThrow(() -> missing(id));
        };
    if (!role.includes(least)) {
      throw new AssayException(
          ErrorCode.FORBIDDEN,
          "You are %s of the project %s; for this one has to be %s. Ask one of its owners."
              .formatted(role.word(), id, least.word()));
    }
    return new ProjectAccess(entry.project(), visitor, role, entry.tools().map(Set::copyOf));
  }

  /// A project from the view of a visitor.
  ///
  /// @param role the role of a member
  /// @param tools the tools of the member's profile
  private record Entry(Project project, Optional<ProjectRole> role, Optional<List<String>> tools) {}

  private Optional<Entry> findEntry(String id, String account) {
    return jdbc.sql(
            """
            select p.*, m.role, f.tools from project p
            left join project_member m on m.project = p.id and m.account = ?
            left join project_profile f on f.project = p.id and f.name = m.profile
            where p.id = ?
            """)
        .params(account, id)
        .query(
            (row, number) ->
                new Entry(
                    read(row, number),
                    Optional.ofNullable(row.getString("role")).map(ProjectRole::ofWord),
                    Optional.ofNullable(row.getString("tools"))
                        .map(text -> JSON.readValue(text, NAMES))))
        .optional();
  }

  /// The projects of the visitor; all projects for admins and auditors.
  public List<Project> list(Visitor visitor) {
    boolean all = visitor.standing() != Visitor.Standing.ACCOUNT;
    return jdbc.sql(
            """
            select * from project p where :all or exists (
              select 1 from project_member where project = p.id and account = :account)
            order by id
            """)
        .param("all", all)
        .param("account", visitor.account())
        .query(Projects::read)
        .list();
  }

  /// A project before and after a change.
  record Changed(Project before, Project after) {}

  /// Changes a project under its lock, so that a permission that one caller revokes does not return
  /// with another's write.
  ///
  /// @param wanted makes the new policy from the present one; owners can only revoke permissions
  Changed change(
      ProjectAccess access,
      Optional<String> title,
      Optional<ReuseMode> reuse,
      UnaryOperator<ProjectPolicy> wanted) {
    require(access, ProjectRole.OWNER);
    return audit.together(
        () -> {
          lock(access.project().id());
          Project old = load(access.project().id());
          ProjectPolicy policy = wanted.apply(old.policy());
          if (!policy.isWithin(old.policy())
              && access.visitor().standing() != Visitor.Standing.ADMIN) {
            throw new AssayException(
                ErrorCode.FORBIDDEN,
                "Only an admin lets a project use unreviewed skills, the network or package"
                    + " indexes.");
          }
          ReuseMode mode = reuse.orElse(old.reuse());
          jdbc.sql(
                  """
                  update project set title = ?, reuse_mode = ?, unreviewed = ?, network = ?,
                    allowed_hosts = ?, packages = ?
                  where id = ?
                  """)
              .params(
                  title.map(t -> Visible.line(t, LONGEST_TITLE)).orElse(old.title()),
                  mode.word(),
                  policy.unreviewed().word(),
                  policy.networkWord(),
                  JSON.writeValueAsString(policy.hosts()),
                  policy.packages().word(),
                  old.id())
              .update();
          note(
              access.visitor(),
              AuditAction.PROJECT_CHANGED,
              old.id(),
              described(old.reuse(), old.policy()),
              described(mode, policy));
          return new Changed(old, load(old.id()));
        });
  }

  private static Map<String, Object> described(ReuseMode reuse, ProjectPolicy policy) {
    return Map.of(
        "reuse_mode",
        reuse.word(),
        "unreviewed",
        policy.unreviewed().word(),
        "network",
        policy.networkWord(),
        "allowed_hosts",
        policy.hosts(),
        "packages",
        policy.packages().word());
  }

  /// Removes the rows. Sessions and runs must be ended before.
  void remove(ProjectAccess access) {
    require(access, ProjectRole.OWNER);
    String id = access.project().id();
    audit.together(
        () -> {
          jdbc.sql("delete from project where id = ?").param(id).update();
          note(access.visitor(), AuditAction.PROJECT_DELETED, id, Map.of(), Map.of());
          return id;
        });
  }

  public List<Project.Member> members(ProjectAccess access) {
    return jdbc.sql("select * from project_member where project = ? order by role, account")
        .param(access.project().id())
        .query(Projects::member)
        .list();
  }

  /// Adds a member or changes its role. A project always has an owner.
  public void put(ProjectAccess access, Project.Member member) {
    require(access, ProjectRole.OWNER);
    String id = access.project().id();
    member.profile().ifPresent(name -> profile(id, name));
    audit.together(
        () -> {
          write(id, member);
          requireOwner(id);
          note(
              access.visitor(),
              AuditAction.PROJECT_MEMBER_CHANGED,
              id,
              Map.of(),
              Map.of("account", member.account(), "role", member.role().word()));
          return id;
        });
  }

  public void removeMember(ProjectAccess access, String account) {
    require(access, ProjectRole.OWNER);
    String id = access.project().id();
    audit.together(
        () -> {
          int gone =
              jdbc.sql("delete from project_member where project = ? and account = ?")
                  .params(id, account)
                  .update();
          if (gone == 0) {
            throw new AssayException(ErrorCode.ACCOUNT_NOT_FOUND, "That is no member of " + id);
          }
          requireOwner(id);
          note(
              access.visitor(),
              AuditAction.PROJECT_MEMBER_CHANGED,
              id,
              Map.of("account", account),
              Map.of());
          return id;
        });
  }

  /// Locks a project until the end of the transaction.
  void lock(String id) {
    jdbc.sql("select id from project where id = ? for update").param(id).query().listOfRows();
  }

  private void requireOwner(String id) {
    lock(id);
    boolean owned =
        jdbc.sql(
                """
                select exists (select 1 from project_member where project = ? and role = 'owner')
                """)
            .param(id)
            .query(Boolean.class)
            .single();
    if (!owned) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST,
          "A project needs an owner. Make somebody else one first, or delete the project.");
    }
  }

  static void require(ProjectAccess access, ProjectRole least) {
    if (!access.role().includes(least)) {
      throw new IllegalStateException("not entered as " + least.word());
    }
  }

  private void write(String project, Project.Member member) {
    jdbc.sql(
            """
            insert into project_member (project, account, role, profile)
            values (:project, :account, :role, :profile)
            on conflict (project, account) do update set role = :role, profile = :profile
            """)
        .param("project", project)
        .param("account", member.account())
        .param("role", member.role().word())
        .param("profile", member.profile().orElse(null))
        .update();
  }

  private List<String> profile(String project, String name) {
    return jdbc.sql("select tools from project_profile where project = ? and name = ?")
        .params(project, name)
        .query((row, each) -> JSON.readValue(row.getString("tools"), NAMES))
        .optional()
        .orElseThrow(
            () ->
                new AssayException(
                    ErrorCode.NOT_FOUND,
                    "The project has no profile \"%s\".".formatted(Visible.line(name, 80))));
  }

  private Project load(String id) {
    return jdbc.sql("select * from project where id = ?")
        .param(id)
        .query(Projects::read)
        .optional()
        .orElseThrow(() -> missing(id));
  }

  private static AssayException missing(String id) {
    return new AssayException(
        ErrorCode.PROJECT_NOT_FOUND,
        "There is no project \"%s\" that you belong to.".formatted(Visible.line(id, 80)));
  }

  void note(
      Visitor visitor,
      AuditAction action,
      String id,
      Map<String, Object> before,
      Map<String, Object> after) {
    audit.record(
        AuditRecord.by(visitor.name(), action, new AuditRecord.Subject("project", id, id))
            .from(before)
            .to(after));
  }

  private OffsetDateTime now() {
    return clock.instant().atOffset(ZoneOffset.UTC);
  }

  private static Project.Member member(ResultSet row, int number) throws SQLException {
    return new Project.Member(
        row.getString("account"),
        ProjectRole.ofWord(row.getString("role")),
        Optional.ofNullable(row.getString("profile")));
  }

  static ProjectPolicy policy(ResultSet row) throws SQLException {
    return new ProjectPolicy(
        ProjectPolicy.Permission.ofWord("unreviewed", row.getString("unreviewed")),
        ProjectPolicy.network(
            row.getString("network"), JSON.readValue(row.getString("allowed_hosts"), NAMES)),
        ProjectPolicy.Permission.ofWord("packages", row.getString("packages")));
  }

  private static Project read(ResultSet row, int number) throws SQLException {
    return new Project(
        row.getString("id"),
        row.getString("title"),
        ReuseMode.ofWord(row.getString("reuse_mode")),
        policy(row),
        Optional.ofNullable(row.getObject("bootstrapped_at", OffsetDateTime.class))
            .map(OffsetDateTime::toInstant),
        row.getString("created_by"),
        row.getObject("created_at", OffsetDateTime.class).toInstant());
  }
}
