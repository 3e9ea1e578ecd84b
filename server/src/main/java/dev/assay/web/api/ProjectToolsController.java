package dev.assay.web.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.toolservice.ProjectCall;
import dev.assay.toolservice.ProjectRole;
import dev.assay.toolservice.ToolCalls;
import dev.assay.toolservice.ToolOutcome;
import dev.assay.toolservice.ToolSession;
import dev.assay.toolservice.ToolSpec;
import dev.assay.web.access.Caller;
import dev.assay.web.access.ProjectVisitor;
import dev.assay.web.errors.Refuses;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

@RestController
@Tag(name = "Tools")
class ProjectToolsController {
  private final ToolCalls calls;
  private final ProjectVisitor visitor;

  ProjectToolsController(ToolCalls calls, ProjectVisitor visitor) {
    this.calls = calls;
    this.visitor = visitor;
  }

  record ToolAnswer(
      String name,
      String description,
      @JsonProperty("after_execution") String afterExecution,
      @JsonProperty("input_schema") ObjectNode schema) {
    static ToolAnswer of(ToolSpec tool) {
      return new ToolAnswer(
          tool.name(), tool.description(), ToolSpec.AFTER_EXECUTION, tool.inputSchema());
    }
  }

  record ToolList(List<ToolAnswer> tools) {}

  record ProfileBody(@JsonProperty("allowed_tools") @Nullable List<String> tools) {}

  record ProfileAnswer(String name, @JsonProperty("allowed_tools") Set<String> tools) {}

  record ProfileList(List<ProfileAnswer> profiles) {}

  @Schema(name = "ToolCallBody")
  record CallBody(
      @Nullable ObjectNode arguments,
      @JsonProperty("agent_id") @Nullable String agent,
      @JsonProperty("tool_call_id") @Nullable String id) {}

  /// The result of a call. If the tool failed, it has the fields of every error.
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @Schema(name = "ToolResult")
  record CallAnswer(
      String status,
      @JsonProperty("after_execution") String afterExecution,
      Map<String, Object> result,
      @Nullable String code,
      @Nullable String message,
      @Nullable Map<String, Object> details) {
    static CallAnswer of(ToolOutcome outcome) {
      Optional<AssayException> failure = outcome.failure();
      return new CallAnswer(
          outcome.status(),
          ToolSpec.AFTER_EXECUTION,
          outcome.result(),
          failure.map(each -> each.code().name()).orElse(null),
          failure.map(AssayException::publicReason).orElse(null),
          failure
              .map(each -> each.code().publicWords().isPresent() ? null : each.details())
              .orElse(null));
    }
  }

  @Schema(name = "ToolRunList")
  record RunList(List<Map<String, Object>> runs) {}

  record SessionAnswer(
      UUID id,
      @JsonProperty("session_id") String alias,
      @JsonProperty("agent_id") String agent,
      boolean kept,
      @JsonProperty("created_at") Instant createdAt,
      @JsonProperty("last_used_at") Instant usedAt,
      @JsonProperty("hard_expires_at") Instant endsAt) {
    static SessionAnswer of(ToolSession session) {
      return new SessionAnswer(
          session.id(),
          session.alias(),
          session.agent(),
          session.kept(),
          session.createdAt(),
          session.usedAt(),
          session.endsAt());
    }
  }

  record SessionList(List<SessionAnswer> sessions) {}

  @PostMapping("/api/projects/{project}/bootstrap")
  @ResponseStatus(HttpStatus.ACCEPTED)
  @Refuses(ErrorCode.PROJECT_NOT_FOUND)
  @Operation(operationId = "bootstrapProject", summary = "Put all tools into a project")
  ToolList bootstrap(
      @PathVariable("project") String project, @AuthenticationPrincipal Caller caller) {
    return list(calls.tools().bootstrap(visitor.enter(project, caller, ProjectRole.EDITOR)));
  }

  @GetMapping("/api/projects/{project}/tools")
  @Refuses(ErrorCode.PROJECT_NOT_FOUND)
  @Operation(operationId = "listProjectTools", summary = "The tools you may call, with schemas")
  ToolList tools(@PathVariable("project") String project, @AuthenticationPrincipal Caller caller) {
    return list(calls.tools().list(visitor.enter(project, caller, ProjectRole.VIEWER)));
  }

  @DeleteMapping("/api/projects/{project}/tools/{tool}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Refuses({ErrorCode.NOT_FOUND, ErrorCode.PROJECT_NOT_FOUND})
  @Operation(operationId = "removeProjectTool", summary = "Take a tool out of a project")
  void remove(
      @PathVariable("project") String project,
      @PathVariable("tool") String tool,
      @AuthenticationPrincipal Caller caller) {
    calls.tools().remove(visitor.enter(project, caller, ProjectRole.EDITOR), tool);
  }

  @PostMapping("/api/projects/{project}/tools/{tool}:call")
  @Refuses({
    ErrorCode.ARCHITECTURE_MISMATCH,
    ErrorCode.BLOB_STORE_FAILED,
    ErrorCode.FILE_TOO_LARGE,
    ErrorCode.IMAGE_NOT_FOUND,
    ErrorCode.MACHINE_UNSUITABLE,
    ErrorCode.NOT_FOUND,
    ErrorCode.PROJECT_NOT_FOUND,
    ErrorCode.SANDBOX_FAILED,
    ErrorCode.SANDBOX_UNAVAILABLE,
    ErrorCode.SKILL_NOT_FOUND,
    ErrorCode.STORED_FILES_DAMAGED,
    ErrorCode.WORKDIR_BUSY
  })
  @Operation(
      operationId = "callProjectTool",
      summary = "Call a tool",
      responses = @ApiResponse(responseCode = "default"))
  ResponseEntity<CallAnswer> call(
      @PathVariable("project") String project,
      @PathVariable("tool") String tool,
      @RequestBody CallBody body,
      @AuthenticationPrincipal Caller caller) {
    ProjectCall call =
        new ProjectCall(
            tool,
            Optional.ofNullable(body.agent()).orElse(ProjectCall.ANONYMOUS),
            Optional.ofNullable(body.id()),
            Optional.ofNullable(body.arguments()).orElseGet(JsonNodeFactory.instance::objectNode),
            beat -> {});
    ToolOutcome outcome = calls.call(visitor.enter(project, caller, ProjectRole.CALLER), call);
    ResponseEntity.BodyBuilder answer = ResponseEntity.status(outcome.httpStatus());
    if (outcome.httpStatus() == HttpStatus.TOO_MANY_REQUESTS.value()) {
      answer.header(HttpHeaders.RETRY_AFTER, Integer.toString(outcome.retryAfterSeconds()));
    }
    return answer.body(CallAnswer.of(outcome));
  }

  @GetMapping("/api/projects/{project}/profiles")
  @Refuses(ErrorCode.PROJECT_NOT_FOUND)
  @Operation(operationId = "listProjectProfiles", summary = "The profiles of a project")
  ProfileList profiles(
      @PathVariable("project") String project, @AuthenticationPrincipal Caller caller) {
    return new ProfileList(
        calls
            .tools()
            .profiles(visitor.enter(project, caller, ProjectRole.VIEWER))
            .entrySet()
            .stream()
            .map(each -> new ProfileAnswer(each.getKey(), each.getValue()))
            .toList());
  }

  @PutMapping("/api/projects/{project}/profiles/{profile}")
  @Refuses({ErrorCode.NOT_FOUND, ErrorCode.PROJECT_NOT_FOUND})
  @Operation(
      operationId = "putProjectProfile",
      summary = "Make or change a profile: the tools that its members may call")
  ProfileAnswer putProfile(
      @PathVariable("project") String project,
      @PathVariable("profile") String profile,
      @RequestBody ProfileBody body,
      @AuthenticationPrincipal Caller caller) {
    Set<String> tools = Set.copyOf(Optional.ofNullable(body.tools()).orElse(List.of()));
    calls.tools().putProfile(visitor.enter(project, caller, ProjectRole.EDITOR), profile, tools);
    return new ProfileAnswer(profile, tools);
  }

  @GetMapping("/api/projects/{project}/runs")
  @Refuses(ErrorCode.PROJECT_NOT_FOUND)
  @Operation(
      operationId = "listProjectRuns",
      summary = "The latest commands, tasks, services and jobs of a project")
  RunList runs(@PathVariable("project") String project, @AuthenticationPrincipal Caller caller) {
    return new RunList(calls.runs(visitor.enter(project, caller, ProjectRole.VIEWER)));
  }

  @GetMapping("/api/projects/{project}/sessions")
  @Refuses(ErrorCode.PROJECT_NOT_FOUND)
  @Operation(operationId = "listProjectSessions", summary = "The sessions of a project")
  SessionList sessions(
      @PathVariable("project") String project, @AuthenticationPrincipal Caller caller) {
    return new SessionList(
        calls.sessions(visitor.enter(project, caller, ProjectRole.VIEWER)).stream()
            .map(SessionAnswer::of)
            .toList());
  }

  @DeleteMapping("/api/projects/{project}/sessions/{id}")
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
      operationId = "endProjectSession",
      summary = "End a session with everything that runs in it, and remove its files")
  void endSession(
      @PathVariable("project") String project,
      @PathVariable("id") UUID id,
      @AuthenticationPrincipal Caller caller) {
    calls.endSession(visitor.enter(project, caller, ProjectRole.CALLER), id);
  }

  private static ToolList list(List<ToolSpec> tools) {
    return new ToolList(tools.stream().map(ToolAnswer::of).toList());
  }
}
