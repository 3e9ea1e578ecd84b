package dev.assay.toolservice;

import dev.assay.images.Images;
import dev.assay.images.RuntimeImage;
import dev.assay.registry.Skill;
import dev.assay.registry.SkillPlaces;
import dev.assay.registry.Skills;
import dev.assay.registry.Stage;
import dev.assay.registry.Status;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import dev.assay.skill.audit.AuditAction;
import dev.assay.skill.audit.AuditWriter;
import dev.assay.skill.sandbox.SandboxImage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/// The skills of a project: the approved skills it uses, with their versions. A skill that is no
/// longer approved cannot be used, whatever the project's settings. A skill that is not yet
/// approved can be used only if the project's policy allows it.
public final class ProjectSkills {
  private final JdbcClient jdbc;
  private final Projects projects;
  private final AuditWriter audit;
  private final Skills skills;
  private final Images images;
  private final SkillPlaces places;

  public ProjectSkills(
      JdbcClient jdbc,
      Projects projects,
      AuditWriter audit,
      Skills skills,
      Images images,
      SkillPlaces places) {
    this.jdbc = jdbc;
    this.projects = projects;
    this.audit = audit;
    this.skills = skills;
    this.images = images;
    this.places = places;
  }

  /// A skill of a project.
  ///
  /// @param pinned the version the project stays with; without one it is the version in use
  /// @param skill the version that a call would use; empty if it lacks a required approval
  /// @param uploaded the version that was uploaded through the project
  public record Entry(
      String name,
      boolean enabled,
      Optional<Integer> pinned,
      Optional<Skill> skill,
      Optional<Skill> uploaded) {
    /// Says whether a call would use a skill without an approval.
    public boolean isUnreviewed() {
      return skill.filter(each -> each.status() != Status.APPROVED).isPresent();
    }
  }

  /// A skill that can be used now, with its sandbox.
  ///
  /// @param policy the policy of the project that permits the use
  /// @param together all skills that may be visible beside it
  record Usable(
      Skill skill, SandboxSetup surroundings, ProjectPolicy policy, List<Skill> together) {
    Usable {
      together = List.copyOf(together);
    }
  }

  public List<Entry> list(ProjectAccess access) {
    return rows(access.project().id()).stream()
        .map(row -> entry(row, access.project().policy()))
        .toList();
  }

  /// @throws AssayException with `SKILL_NOT_FOUND` if the project does not have it
  public Entry load(ProjectAccess access, String name) {
    return entry(row(access.project().id(), name), access.project().policy());
  }

  /// Adds an approved skill to the project, or changes its settings.
  ///
  /// @param version the version to stay with; empty for the one in use
  public Entry put(ProjectAccess access, String name, Optional<Integer> version, Enabled enabled) {
    Projects.require(access, ProjectRole.EDITOR);
    Optional<Integer> uploaded = find(access.project().id(), name).flatMap(Row::uploaded);
    Row wanted = new Row(name, enabled == Enabled.YES, version, uploaded);
    if (approved(wanted).isEmpty()) {
      throw notApproved(name, version);
    }
    return write(access, wanted);
  }

  /// Notes that a skill was uploaded through the project. It can be used after its approval, or at
  /// once if the project's policy allows that.
  public Entry brought(ProjectAccess access, Skill skill) {
    Projects.require(access, ProjectRole.EDITOR);
    Optional<Row> known = find(access.project().id(), skill.name());
    return write(
        access,
        new Row(
            skill.name(),
            known.map(Row::enabled).orElse(true),
            known.flatMap(Row::version),
            Optional.of(skill.version())));
  }

  /// The setting that allows or stops calls.
  public enum Enabled {
    YES,
    NO
  }

  /// Changes the given settings and keeps the others.
  public Entry change(
      ProjectAccess access, String name, Optional<Integer> version, Optional<Enabled> enabled) {
    Row old = row(access.project().id(), name);
    return put(
        access,
        name,
        version.or(old::version),
        enabled.orElse(old.enabled() ? Enabled.YES : Enabled.NO));
  }

  public void remove(ProjectAccess access, String name) {
    Projects.require(access, ProjectRole.EDITOR);
    String id = access.project().id();
    row(id, name);
    audit.together(
        () -> {
          jdbc.sql("delete from project_skill where project = ? and name = ?")
              .params(id, name)
              .update();
          projects.note(
              access.visitor(),
              AuditAction.PROJECT_SKILL_CHANGED,
              id,
              Map.of("skill", name),
              Map.of());
          return id;
        });
  }

  /// The skill as a call may use it at this moment.
  ///
  /// @throws AssayException with `SKILL_NOT_FOUND` and the reason
  Usable usable(String project, ProjectPolicy policy, String name) {
    List<Row> rows = rows(project);
    Row row = row(rows, name);
    if (!row.enabled()) {
      throw new AssayException(
          ErrorCode.SKILL_NOT_FOUND, "The skill \"" + name + "\" is disabled in this project.");
    }
    Optional<Skill> unreviewed = unreviewed(row, policy);
    if (unreviewed.isPresent()) {
      return new Usable(
          unreviewed.get(), SandboxSetup.offline(places.bare()), policy, List.of(unreviewed.get()));
    }
    SortedMap<String, Optional<Integer>> enabled = new TreeMap<>();
    rows.stream().filter(Row::enabled).forEach(each -> enabled.put(each.name(), each.version()));
    List<Skill> approved = skills.approved(enabled);
    Skill skill =
        approved.stream()
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow(() -> notApproved(name, row.version()));
    return places.isElsewhere()
        ? elsewhere(skill, approved, policy)
        : usable(skill, approved, policy);
  }

  /// The skill on another engine than the one of its admission.
  private Usable elsewhere(Skill skill, List<Skill> approved, ProjectPolicy policy) {
    SkillPlaces.Usable usable = places.usable(approved);
    String refused = usable.refused().get(skill.name());
    if (refused != null) {
      throw new AssayException(
          ErrorCode.SKILL_NOT_FOUND,
          "The skill \"%s\" cannot be used by tools here: %s"
              .formatted(Visible.line(skill.name(), 80), refused));
    }
    return new Usable(skill, SandboxSetup.under(policy, places.image()), policy, usable.skills());
  }

  /// The skill with all others that can be used in the same image.
  private Usable usable(Skill skill, List<Skill> approved, ProjectPolicy policy) {
    Map<UUID, SandboxImage> found = new HashMap<>();
    Optional<SandboxImage> current =
        approved.stream().anyMatch(Skill::inUse)
            ? Optional.of(images.currentHere().image())
            : Optional.empty();
    for (Skill each : approved) {
      (each.inUse() ? current : older(each)).ifPresent(image -> found.put(each.id(), image));
    }
    SandboxImage image =
        Optional.ofNullable(found.get(skill.id())).orElseThrow(() -> notKept(skill));
    return new Usable(
        skill,
        SandboxSetup.under(policy, image),
        policy,
        approved.stream().filter(each -> image.equals(found.get(each.id()))).toList());
  }

  /// The version that a call uses: an approved one, or the unreviewed upload of the project, if the
  /// project's policy allows that and no version is pinned.
  private Optional<Skill> chosen(Row row, ProjectPolicy policy) {
    return unreviewed(row, policy).or(() -> approved(row));
  }

  /// An upload that waits for the gate or a reviewer, and that neither has refused.
  private Optional<Skill> unreviewed(Row row, ProjectPolicy policy) {
    if (policy.unreviewed() == ProjectPolicy.Permission.REFUSED || row.version().isPresent()) {
      return Optional.empty();
    }
    return uploaded(row)
        .filter(skill -> skill.status() == Status.PENDING || skill.status() == Status.VALIDATING)
        .filter(skill -> skill.validated().stage().filter(Stage.FAILED::equals).isEmpty());
  }

  private Optional<Skill> uploaded(Row row) {
    return row.uploaded()
        .flatMap(
            version ->
                skills.versions(row.name()).stream()
                    .filter(skill -> skill.version() == version)
                    .findFirst());
  }

  private Optional<Skill> approved(Row row) {
    return skills.approved(new TreeMap<>(Map.of(row.name(), row.version()))).stream().findFirst();
  }

  /// The newest image that contains a replaced version.
  private Optional<SandboxImage> older(Skill skill) {
    Optional<SandboxImage> found =
        images.list().stream()
            .filter(image -> images.carries(image.number(), skill.id()))
            .map(RuntimeImage::image)
            .findFirst();
    found.ifPresent(SandboxImage::requireOwn);
    return found;
  }

  private Entry write(ProjectAccess access, Row row) {
    String id = access.project().id();
    return audit.together(
        () -> {
          jdbc.sql(
                  """
                  insert into project_skill (project, name, enabled, version, uploaded)
                  values (:project, :name, :enabled, :version, :uploaded)
                  on conflict (project, name) do update
                    set enabled = :enabled, version = :version, uploaded = :uploaded
                  """)
              .param("project", id)
              .param("name", row.name())
              .param("enabled", row.enabled())
              .param("version", row.version().orElse(null))
              .param("uploaded", row.uploaded().orElse(null))
              .update();
          projects.note(
              access.visitor(),
              AuditAction.PROJECT_SKILL_CHANGED,
              id,
              Map.of(),
              Map.of("skill", row.name(), "enabled", row.enabled()));
          return entry(row, access.project().policy());
        });
  }

  private record Row(
      String name, boolean enabled, Optional<Integer> version, Optional<Integer> uploaded) {}

  private Entry entry(Row row, ProjectPolicy policy) {
    return new Entry(row.name(), row.enabled(), row.version(), chosen(row, policy), uploaded(row));
  }

  private List<Row> rows(String project) {
    return jdbc.sql("select * from project_skill where project = ? order by name")
        .param(project)
        .query(
            (row, number) ->
                new Row(
                    row.getString("name"),
                    row.getBoolean("enabled"),
                    Optional.ofNullable(row.getObject("version", Integer.class)),
                    Optional.ofNullable(row.getObject("uploaded", Integer.class))))
        .list();
  }

  private Optional<Row> find(String project, String name) {
    return rows(project).stream().filter(row -> row.name().equals(name)).findFirst();
  }

  private Row row(String project, String name) {
    return row(rows(project), name);
  }

  private static Row row(List<Row> rows, String name) {
    return rows.stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new AssayException(
                    ErrorCode.SKILL_NOT_FOUND,
                    "The project has no skill \"%s\". Enable it first."
                        .formatted(Visible.line(name, 80))));
  }

  private static AssayException notApproved(String name, Optional<Integer> version) {
    return new AssayException(
        ErrorCode.SKILL_NOT_FOUND,
        version
            .map(
                number ->
                    "There is no approved version %d of the skill \"%s\"."
                        .formatted(number, Visible.line(name, 80)))
            .orElse(
                "There is no approved skill with the name \"" + Visible.line(name, 80) + "\"."));
  }

  private static AssayException notKept(Skill skill) {
    return new AssayException(
        ErrorCode.IMAGE_NOT_FOUND,
        "Version %d of \"%s\" was replaced, and no runtime image that holds it is kept. Pin another version."
            .formatted(skill.version(), skill.name()));
  }
}
