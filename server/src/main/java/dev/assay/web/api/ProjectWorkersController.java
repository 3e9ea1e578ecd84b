package dev.assay.web.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.assay.agentservice.Card;
import dev.assay.agentservice.ProjectAgents;
import dev.assay.agentservice.WorkerCalls;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Words;
import dev.assay.toolservice.ProjectAccess;
import dev.assay.toolservice.ProjectRole;
import dev.assay.toolservice.ToolCalls;
import dev.assay.toolservice.ToolRegistration;
import dev.assay.web.access.Caller;
import dev.assay.web.access.ProjectVisitor;
import dev.assay.web.errors.Refuses;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The interface for workers that implement a project's own tools.
@RestController
@Tag(name = "Tools")
class ProjectWorkersController {
  private final ToolCalls calls;
  private final ProjectAgents agents;
  private final ProjectVisitor visitor;

  ProjectWorkersController(ToolCalls calls, ProjectAgents agents, ProjectVisitor visitor) {
    this.calls = calls;
    this.agents = agents;
    this.visitor = visitor;
  }

  record ToolBody(
      @Nullable String name,
      @Nullable String description,
      @JsonProperty("input_schema") @Nullable ObjectNode schema) {}

  record WaitingCall(
      @JsonProperty("tool_call_id") String id,
      @JsonProperty("turn_id") UUID turn,
      String tool,
      @Schema(implementation = Object.class) JsonNode arguments,
      @JsonProperty("created_at") Instant createdAt) {
    static WaitingCall of(Card card) {
      return new WaitingCall(
          card.callId().orElseThrow(),
          card.turn(),
          card.content().path("tool").asString(),
          card.content().path("arguments"),
          card.createdAt());
    }
  }

  record WaitingCalls(List<WaitingCall> calls) {}

  record ResultBody(@Nullable String status, @Nullable Map<String, Object> result) {}

  @PostMapping("/api/projects/{project}/tools")
  @ResponseStatus(HttpStatus.CREATED)
  @Refuses(ErrorCode.PROJECT_NOT_FOUND)
  @Operation(
      operationId = "registerProjectTool",
      summary = "Add a tool of the project's own",
      description =
          "Agents of the project can call it; workers of the project do it. Names of built-in tools,"
              + " and those that begin with skills., are reserved. Doing it again changes it.")
  ProjectToolsController.ToolAnswer register(
      @PathVariable("project") String project,
      @RequestBody ToolBody body,
      @AuthenticationPrincipal Caller caller) {
    ProjectAccess access = visitor.enter(project, caller, ProjectRole.EDITOR);
    ObjectNode any = JsonNodeFactory.instance.objectNode().put("type", "object");
    return ProjectToolsController.ToolAnswer.of(
        calls
            .tools()
            .register(
                access,
                new ToolRegistration(
                    Required.text(body.name(), "name"),
                    Required.text(body.description(), "description"),
                    Optional.ofNullable(body.schema()).orElse(any))));
  }

  @GetMapping("/api/projects/{project}/calls")
  @Refuses(ErrorCode.PROJECT_NOT_FOUND)
  @Operation(
      operationId = "listWaitingCalls",
      summary = "Calls of the project's own tools that wait for a worker, the oldest first")
  WaitingCalls waiting(
      @PathVariable("project") String project, @AuthenticationPrincipal Caller caller) {
    return new WaitingCalls(
        agents.workerCalls().waiting(visitor.enter(project, caller, ProjectRole.EDITOR)).stream()
            .map(WaitingCall::of)
            .toList());
  }

  @PostMapping("/api/projects/{project}/calls/{call}:result")
  @Refuses({
    ErrorCode.BUS_UNAVAILABLE,
    ErrorCode.CALL_IS_OVER,
    ErrorCode.NOT_FOUND,
    ErrorCode.PROJECT_NOT_FOUND
  })
  @Operation(
      operationId = "answerToolCall",
      summary = "Bring the result of a call of a tool of the project's own",
      description = "The first result counts; the agent that called goes on with it.")
  ProjectAgentsController.CardAnswer answer(
      @PathVariable("project") String project,
      @PathVariable("call") String call,
      @RequestBody ResultBody body,
      @AuthenticationPrincipal Caller caller) {
    ProjectAccess access = visitor.enter(project, caller, ProjectRole.EDITOR);
    WorkerCalls.Result.Status status =
        Words.require(
            WorkerCalls.Result.Status.values(),
            Words::of,
            "status",
            Required.text(body.status(), "status"));
    return ProjectAgentsController.CardAnswer.of(
        agents
            .workerCalls()
            .answer(
                access,
                call,
                new WorkerCalls.Result(
                    status, Optional.ofNullable(body.result()).orElse(Map.of()))));
  }
}
