package dev.assay.web.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.assay.registry.Skill;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.toolservice.ProjectRole;
import dev.assay.toolservice.ProjectSkills;
import dev.assay.toolservice.ToolCalls;
import dev.assay.web.access.Caller;
import dev.assay.web.access.ProjectVisitor;
import dev.assay.web.errors.Refuses;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Tag(name = "Projects")
class ProjectSkillsController {
  private final ProjectSkills skills;
  private final ProjectVisitor visitor;

  ProjectSkillsController(ToolCalls calls, ProjectVisitor visitor) {
    this.skills = calls.skills();
    this.visitor = visitor;
  }

  record EnabledBody(@Nullable Boolean enabled) {}

  record VersionBody(@Nullable Integer version) {}

  record ProjectSkillAnswer(
      String name,
      boolean enabled,
      boolean usable,
      boolean reviewed,
      @JsonProperty("pinned_version") @Nullable Integer pinned,
      @JsonProperty("uploaded_version") @Nullable Integer uploaded,
      @JsonProperty("uploaded_status") @Nullable String uploadedStatus,
      @Nullable Integer version,
      @JsonProperty("version_hash") @Nullable String hash,
      @Nullable String description) {
    static ProjectSkillAnswer of(ProjectSkills.Entry entry) {
      Optional<Skill> skill = entry.skill();
      return new ProjectSkillAnswer(
          entry.name(),
          entry.enabled(),
          entry.enabled() && skill.isPresent(),
          !entry.isUnreviewed(),
          entry.pinned().orElse(null),
          entry.uploaded().map(Skill::version).orElse(null),
          entry.uploaded().map(each -> each.status().word()).orElse(null),
          skill.map(Skill::version).orElse(null),
          skill.map(each -> each.bundle().digest().hex()).orElse(null),
          skill.map(each -> each.bundle().manifest().description()).orElse(null));
    }
  }

  record ProjectSkillList(List<ProjectSkillAnswer> skills) {}

  @GetMapping("/api/projects/{project}/skills")
  @Refuses(ErrorCode.PROJECT_NOT_FOUND)
  @Operation(operationId = "listProjectSkills", summary = "The skills of a project")
  ProjectSkillList list(
      @PathVariable("project") String project, @AuthenticationPrincipal Caller caller) {
    return new ProjectSkillList(
        skills.list(visitor.enter(project, caller, ProjectRole.VIEWER)).stream()
            .map(ProjectSkillAnswer::of)
            .toList());
  }

  @GetMapping("/api/projects/{project}/skills/{name}")
  @Refuses({ErrorCode.PROJECT_NOT_FOUND, ErrorCode.SKILL_NOT_FOUND})
  @Operation(operationId = "getProjectSkill", summary = "One skill of a project")
  ProjectSkillAnswer get(
      @PathVariable("project") String project,
      @PathVariable("name") String name,
      @AuthenticationPrincipal Caller caller) {
    return ProjectSkillAnswer.of(
        skills.load(visitor.enter(project, caller, ProjectRole.VIEWER), name));
  }

  @PutMapping("/api/projects/{project}/skills/{name}")
  @Refuses({ErrorCode.PROJECT_NOT_FOUND, ErrorCode.SKILL_NOT_FOUND})
  @Operation(
      operationId = "enableProjectSkill",
      summary = "Let a project use an approved skill, in the version in use or one that is named")
  ProjectSkillAnswer enable(
      @PathVariable("project") String project,
      @PathVariable("name") String name,
      @RequestBody(required = false) @Nullable VersionBody body,
      @AuthenticationPrincipal Caller caller) {
    return ProjectSkillAnswer.of(
        skills.put(
            visitor.enter(project, caller, ProjectRole.EDITOR),
            name,
            Optional.ofNullable(body).map(VersionBody::version),
            ProjectSkills.Enabled.YES));
  }

  @PatchMapping("/api/projects/{project}/skills/{name}")
  @Refuses({ErrorCode.PROJECT_NOT_FOUND, ErrorCode.SKILL_NOT_FOUND})
  @Operation(operationId = "changeProjectSkill", summary = "Enable or disable a skill")
  ProjectSkillAnswer change(
      @PathVariable("project") String project,
      @PathVariable("name") String name,
      @RequestBody EnabledBody body,
      @AuthenticationPrincipal Caller caller) {
    return ProjectSkillAnswer.of(
        skills.change(
            visitor.enter(project, caller, ProjectRole.EDITOR),
            name,
            Optional.empty(),
            Optional.ofNullable(body.enabled())
                .map(yes -> yes ? ProjectSkills.Enabled.YES : ProjectSkills.Enabled.NO)));
  }

  @PostMapping("/api/projects/{project}/skills/{name}:activate")
  @Refuses({ErrorCode.PROJECT_NOT_FOUND, ErrorCode.SKILL_NOT_FOUND})
  @Operation(
      operationId = "activateProjectSkillVersion",
      summary = "Pin one of the approved versions of a skill")
  ProjectSkillAnswer activate(
      @PathVariable("project") String project,
      @PathVariable("name") String name,
      @RequestBody VersionBody body,
      @AuthenticationPrincipal Caller caller) {
    if (body.version() == null) {
      throw new AssayException(ErrorCode.BAD_REQUEST, "Name the version, for example 2.");
    }
    return ProjectSkillAnswer.of(
        skills.change(
            visitor.enter(project, caller, ProjectRole.EDITOR),
            name,
            Optional.of(body.version()),
            Optional.empty()));
  }

  @DeleteMapping("/api/projects/{project}/skills/{name}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Refuses({ErrorCode.PROJECT_NOT_FOUND, ErrorCode.SKILL_NOT_FOUND})
  @Operation(
      operationId = "removeProjectSkill",
      summary = "Take a skill out of a project; it stays in the registry")
  void remove(
      @PathVariable("project") String project,
      @PathVariable("name") String name,
      @AuthenticationPrincipal Caller caller) {
    skills.remove(visitor.enter(project, caller, ProjectRole.EDITOR), name);
  }
}
