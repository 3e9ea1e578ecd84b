package dev.assay.web.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.assay.accounts.Accounts;
import dev.assay.skill.ErrorCode;
import dev.assay.toolservice.Project;
import dev.assay.toolservice.ProjectAccess;
import dev.assay.toolservice.ProjectPolicy;
import dev.assay.toolservice.ProjectRole;
import dev.assay.toolservice.ReuseMode;
import dev.assay.toolservice.ToolCalls;
import dev.assay.web.OwnerNames;
import dev.assay.web.access.Caller;
import dev.assay.web.access.ProjectVisitor;
import dev.assay.web.errors.Refuses;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
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
class ProjectsController {
  private final ToolCalls calls;
  private final ProjectVisitor visitor;
  private final Accounts accounts;
  private final OwnerNames names;

  ProjectsController(ToolCalls calls, ProjectVisitor visitor, Accounts accounts, OwnerNames names) {
    this.calls = calls;
    this.visitor = visitor;
    this.accounts = accounts;
    this.names = names;
  }

  record NewProject(@JsonProperty("project_id") @Nullable String id, @Nullable String title) {}

  record ProjectBody(
      @Nullable String title,
      @JsonProperty("reuse_mode") @Nullable String reuseMode,
      @Nullable String unreviewed,
      @Nullable String network,
      @JsonProperty("allowed_hosts") @Nullable List<String> hosts,
      @Nullable String packages) {
    /// Returns the policy with the given changes.
    ProjectPolicy policy(ProjectPolicy old) {
      String mode = network == null ? old.networkWord() : network;
      List<String> kept = mode.equals("allow_list") ? old.hosts() : List.of();
      return new ProjectPolicy(
          unreviewed == null
              ? old.unreviewed()
              : ProjectPolicy.Permission.ofWord("unreviewed", unreviewed),
          ProjectPolicy.network(mode, hosts == null ? kept : hosts),
          packages == null
              ? old.packages()
              : ProjectPolicy.Permission.ofWord("packages", packages));
    }
  }

  record ProjectAnswer(
      @JsonProperty("project_id") String id,
      String title,
      @JsonProperty("reuse_mode") String reuseMode,
      String unreviewed,
      String network,
      @JsonProperty("allowed_hosts") List<String> hosts,
      String packages,
      boolean bootstrapped,
      @JsonProperty("created_by") String createdBy,
      @JsonProperty("created_at") Instant createdAt) {
    static ProjectAnswer of(Project project) {
      return new ProjectAnswer(
          project.id(),
          project.title(),
          project.reuse().word(),
          project.policy().unreviewed().word(),
          project.policy().networkWord(),
          project.policy().hosts(),
          project.policy().packages().word(),
          project.bootstrapped().isPresent(),
          project.createdBy(),
          project.createdAt());
    }
  }

  record ProjectList(List<ProjectAnswer> projects) {}

  record MemberBody(@Nullable String role, @Nullable String profile) {}

  record MemberAnswer(String username, String role, @Nullable String profile) {}

  record MemberList(List<MemberAnswer> members) {}

  @PostMapping("/api/projects")
  @ResponseStatus(HttpStatus.CREATED)
  @Refuses({ErrorCode.PROJECT_ALREADY_EXISTS, ErrorCode.PROJECT_NOT_FOUND})
  @Operation(operationId = "createProject", summary = "Make a project; you are its owner")
  ProjectAnswer create(
      @RequestBody(required = false) @Nullable NewProject body,
      @AuthenticationPrincipal Caller caller) {
    Optional<NewProject> given = Optional.ofNullable(body);
    String id =
        given
            .map(NewProject::id)
            .orElseGet(() -> "project-" + UUID.randomUUID().toString().substring(0, 8));
    return ProjectAnswer.of(
        calls
            .projects()
            .create(id, given.map(NewProject::title).orElse(""), ProjectVisitor.of(caller)));
  }

  @GetMapping("/api/projects")
  @Operation(operationId = "listProjects", summary = "The projects you belong to")
  ProjectList list(@AuthenticationPrincipal Caller caller) {
    return new ProjectList(
        calls.projects().list(ProjectVisitor.of(caller)).stream().map(ProjectAnswer::of).toList());
  }

  @GetMapping("/api/projects/{project}")
  @Refuses(ErrorCode.PROJECT_NOT_FOUND)
  @Operation(operationId = "getProject", summary = "One project")
  ProjectAnswer get(
      @PathVariable("project") String project, @AuthenticationPrincipal Caller caller) {
    return ProjectAnswer.of(visitor.enter(project, caller, ProjectRole.VIEWER).project());
  }

  @PatchMapping("/api/projects/{project}")
  @Refuses({
    ErrorCode.BLOB_STORE_FAILED,
    ErrorCode.HOME_UNUSABLE,
    ErrorCode.NOT_FOUND,
    ErrorCode.PROJECT_NOT_FOUND,
    ErrorCode.SANDBOX_FAILED,
    ErrorCode.SANDBOX_FILE_NOT_FOUND,
    ErrorCode.SANDBOX_FILE_REFUSED,
    ErrorCode.SANDBOX_GONE,
    ErrorCode.SANDBOX_UNAVAILABLE
  })
  @Operation(
      operationId = "changeProject",
      summary = "Rename a project or change its policy",
      description =
          "\"unreviewed\" and \"packages\" are refused or allowed, \"network\" is blocked, open or"
              + " allow_list with \"allowed_hosts\". Only admins allow more than there was. With another"
              + " policy everything that runs in the project ends.")
  ProjectAnswer change(
      @PathVariable("project") String project,
      @RequestBody ProjectBody body,
      @AuthenticationPrincipal Caller caller) {
    ProjectAccess access = visitor.enter(project, caller, ProjectRole.OWNER);
    return ProjectAnswer.of(
        calls.change(
            access,
            Optional.ofNullable(body.title()),
            Optional.ofNullable(body.reuseMode()).map(ReuseMode::ofWord),
            body::policy));
  }

  @DeleteMapping("/api/projects/{project}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Refuses({
    ErrorCode.BLOB_STORE_FAILED,
    ErrorCode.HOME_UNUSABLE,
    ErrorCode.NOT_FOUND,
    ErrorCode.PROJECT_NOT_FOUND,
    ErrorCode.SANDBOX_FAILED,
    ErrorCode.SANDBOX_FILE_NOT_FOUND,
    ErrorCode.SANDBOX_FILE_REFUSED,
    ErrorCode.SANDBOX_GONE,
    ErrorCode.SANDBOX_UNAVAILABLE
  })
  @Operation(
      operationId = "deleteProject",
      summary = "End everything in a project and forget it; skills stay in the registry")
  void delete(@PathVariable("project") String project, @AuthenticationPrincipal Caller caller) {
    calls.delete(visitor.enter(project, caller, ProjectRole.OWNER));
  }

  @GetMapping("/api/projects/{project}/members")
  @Refuses(ErrorCode.PROJECT_NOT_FOUND)
  @Operation(operationId = "listProjectMembers", summary = "Who belongs to a project")
  MemberList members(
      @PathVariable("project") String project, @AuthenticationPrincipal Caller caller) {
    return new MemberList(
        calls.projects().members(visitor.enter(project, caller, ProjectRole.VIEWER)).stream()
            .map(this::answer)
            .toList());
  }

  @PutMapping("/api/projects/{project}/members/{username}")
  @Refuses({ErrorCode.ACCOUNT_NOT_FOUND, ErrorCode.NOT_FOUND, ErrorCode.PROJECT_NOT_FOUND})
  @Operation(
      operationId = "putProjectMember",
      summary = "Add a member or change its role and profile")
  MemberAnswer putMember(
      @PathVariable("project") String project,
      @PathVariable("username") String username,
      @RequestBody MemberBody body,
      @AuthenticationPrincipal Caller caller) {
    ProjectAccess access = visitor.enter(project, caller, ProjectRole.OWNER);
    Project.Member member =
        new Project.Member(
            accounts.load(username).id().toString(),
            ProjectRole.ofWord(Required.text(body.role(), "role")),
            Optional.ofNullable(body.profile()));
    calls.projects().put(access, member);
    return answer(member);
  }

  @DeleteMapping("/api/projects/{project}/members/{username}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Refuses({ErrorCode.ACCOUNT_NOT_FOUND, ErrorCode.PROJECT_NOT_FOUND})
  @Operation(operationId = "removeProjectMember", summary = "Remove a member")
  void removeMember(
      @PathVariable("project") String project,
      @PathVariable("username") String username,
      @AuthenticationPrincipal Caller caller) {
    ProjectAccess access = visitor.enter(project, caller, ProjectRole.OWNER);
    calls.projects().removeMember(access, accounts.load(username).id().toString());
  }

  private MemberAnswer answer(Project.Member member) {
    return new MemberAnswer(
        names.of(member.account()), member.role().word(), member.profile().orElse(null));
  }
}
