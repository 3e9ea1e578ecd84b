package dev.assay.web.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.assay.agentservice.ProjectAgents;
import dev.assay.skill.ErrorCode;
import dev.assay.toolbus.ParkedMessage;
import dev.assay.toolservice.ProjectRole;
import dev.assay.web.access.Caller;
import dev.assay.web.access.ProjectVisitor;
import dev.assay.web.errors.Refuses;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Tag(name = "Agents")
class ProjectBusController {
  private final ProjectAgents agents;
  private final ProjectVisitor visitor;

  ProjectBusController(ProjectAgents agents, ProjectVisitor visitor) {
    this.agents = agents;
    this.visitor = visitor;
  }

  record ParkedAnswer(
      UUID id,
      String subject,
      Map<String, String> headers,
      String payload,
      boolean whole,
      String reason,
      @JsonProperty("parked_at") Instant parkedAt,
      @JsonProperty("resent_at") @Nullable Instant resentAt) {
    static ParkedAnswer of(ParkedMessage parked) {
      return new ParkedAnswer(
          parked.id(),
          parked.subject(),
          parked.headers(),
          parked.payload(),
          parked.whole(),
          parked.reason(),
          parked.parkedAt(),
          parked.resentAt().orElse(null));
    }
  }

  record ParkedList(List<ParkedAnswer> messages) {}

  record ResetAnswer(int turns, int runs) {}

  @GetMapping("/api/projects/{project}/parked")
  @Refuses(ErrorCode.PROJECT_NOT_FOUND)
  @Operation(
      operationId = "listParkedMessages",
      summary = "Messages on the bus that could not be handled, with the reasons")
  ParkedList parked(
      @PathVariable("project") String project, @AuthenticationPrincipal Caller caller) {
    return new ParkedList(
        agents.parked(visitor.enter(project, caller, ProjectRole.VIEWER)).stream()
            .map(ParkedAnswer::of)
            .toList());
  }

  @PostMapping("/api/projects/{project}/parked/{id}:resend")
  @ResponseStatus(HttpStatus.ACCEPTED)
  @Refuses({ErrorCode.BUS_UNAVAILABLE, ErrorCode.NOT_FOUND, ErrorCode.PROJECT_NOT_FOUND})
  @Operation(operationId = "resendParkedMessage", summary = "Send a parked message again")
  ParkedAnswer resend(
      @PathVariable("project") String project,
      @PathVariable("id") UUID id,
      @AuthenticationPrincipal Caller caller) {
    return ParkedAnswer.of(agents.resend(visitor.enter(project, caller, ProjectRole.EDITOR), id));
  }

  @PostMapping("/api/projects/{project}/bus:reset")
  @Refuses({ErrorCode.BUS_UNAVAILABLE, ErrorCode.NOT_FOUND, ErrorCode.PROJECT_NOT_FOUND})
  @Operation(
      operationId = "resetProjectBus",
      summary = "End what goes on in a project and remove its messages and leases")
  ResetAnswer reset(
      @PathVariable("project") String project, @AuthenticationPrincipal Caller caller) {
    ProjectAgents.Reset reset = agents.reset(visitor.enter(project, caller, ProjectRole.OWNER));
    return new ResetAnswer(reset.turns(), reset.runs());
  }
}
