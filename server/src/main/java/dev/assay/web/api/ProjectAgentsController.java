package dev.assay.web.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.assay.agentservice.AgentMessage;
import dev.assay.agentservice.AgentTurn;
import dev.assay.agentservice.Card;
import dev.assay.agentservice.ProjectAgents;
import dev.assay.skill.ErrorCode;
import dev.assay.toolservice.ProjectAccess;
import dev.assay.toolservice.ProjectRole;
import dev.assay.web.access.Caller;
import dev.assay.web.access.ProjectVisitor;
import dev.assay.web.errors.Refuses;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

@RestController
@Tag(name = "Agents")
class ProjectAgentsController {
  private static final int LONGEST_WAIT = 30;

  private final ProjectAgents agents;
  private final ProjectVisitor visitor;

  ProjectAgentsController(ProjectAgents agents, ProjectVisitor visitor) {
    this.agents = agents;
    this.visitor = visitor;
  }

  record MessageBody(
      @Nullable String message,
      @Nullable String channel,
      @JsonProperty("message_id") @Nullable String id) {}

  record TurnAnswer(
      @JsonProperty("turn_id") UUID id,
      @JsonProperty("agent_id") String agent,
      String channel,
      String sender,
      String status,
      @Nullable String result,
      @Nullable String error,
      @Nullable Boolean rehearsal,
      @JsonProperty("created_at") Instant createdAt,
      @JsonProperty("finished_at") @Nullable Instant finishedAt) {
    static TurnAnswer of(AgentTurn turn) {
      return new TurnAnswer(
          turn.id(),
          turn.agent(),
          turn.channel(),
          turn.sender(),
          turn.state().word(),
          turn.result().orElse(null),
          turn.error().orElse(null),
          turn.rehearsal().orElse(null),
          turn.createdAt(),
          turn.finishedAt().orElse(null));
    }
  }

  record TurnList(List<TurnAnswer> turns) {}

  record CardAnswer(
      @JsonProperty("card_id") UUID id,
      @JsonProperty("parent_id") @Nullable UUID parent,
      int number,
      String type,
      String author,
      @JsonProperty("tool_call_id") @Nullable String callId,
      @Schema(implementation = Object.class) JsonNode content,
      @JsonProperty("created_at") Instant createdAt) {
    static CardAnswer of(Card card) {
      return new CardAnswer(
          card.id(),
          card.parent().orElse(null),
          card.number(),
          card.type().word(),
          card.author(),
          card.callId().orElse(null),
          card.content(),
          card.createdAt());
    }
  }

  /// @param status the status of the turn; after a final status no more cards follow
  record CardList(String status, List<CardAnswer> cards) {}

  @PostMapping("/api/projects/{project}/agents/{agent}/messages")
  @ResponseStatus(HttpStatus.ACCEPTED)
  @Refuses({ErrorCode.BUS_UNAVAILABLE, ErrorCode.PROJECT_NOT_FOUND})
  @Operation(operationId = "sendAgentMessage", summary = "Send a message to an agent")
  TurnAnswer send(
      @PathVariable("project") String project,
      @PathVariable("agent") String agent,
      @RequestBody MessageBody body,
      @AuthenticationPrincipal Caller caller) {
    ProjectAccess access = visitor.enter(project, caller, ProjectRole.CALLER);
    return TurnAnswer.of(
        agents.send(
            access,
            new AgentMessage(
                agent,
                Optional.ofNullable(body.channel()).orElse(AgentMessage.USUAL_CHANNEL),
                Required.text(body.message(), "message"),
                Optional.ofNullable(body.id()))));
  }

  @GetMapping("/api/projects/{project}/turns")
  @Refuses(ErrorCode.PROJECT_NOT_FOUND)
  @Operation(operationId = "listAgentTurns", summary = "Messages to agents, the latest first")
  TurnList turns(
      @PathVariable("project") String project,
      @RequestParam(name = "agent", required = false) @Nullable String agent,
      @RequestParam(name = "channel", required = false) @Nullable String channel,
      @AuthenticationPrincipal Caller caller) {
    return new TurnList(
        agents
            .turns(
                visitor.enter(project, caller, ProjectRole.VIEWER),
                Optional.ofNullable(agent),
                Optional.ofNullable(channel))
            .stream()
            .map(TurnAnswer::of)
            .toList());
  }

  @GetMapping("/api/projects/{project}/turns/{id}")
  @Refuses({ErrorCode.NOT_FOUND, ErrorCode.PROJECT_NOT_FOUND})
  @Operation(operationId = "agentTurn", summary = "A message to an agent and what came of it")
  TurnAnswer turn(
      @PathVariable("project") String project,
      @PathVariable("id") UUID turn,
      @AuthenticationPrincipal Caller caller) {
    return TurnAnswer.of(agents.turn(visitor.enter(project, caller, ProjectRole.VIEWER), turn));
  }

  @GetMapping("/api/projects/{project}/turns/{id}/cards")
  @Refuses({ErrorCode.NOT_FOUND, ErrorCode.PROJECT_NOT_FOUND})
  @Operation(
      operationId = "agentCards",
      summary = "What was said and called in a turn",
      description =
          "Cards in order, after a number. With wait_seconds the answer waits for the next ones, so"
              + " that a turn can be followed.")
  CardList cards(
      @PathVariable("project") String project,
      @PathVariable("id") UUID turn,
      @RequestParam(name = "after", defaultValue = "0") int after,
      @RequestParam(name = "wait_seconds", defaultValue = "0") int wait,
      @AuthenticationPrincipal Caller caller)
      throws InterruptedException {
    ProjectAccess access = visitor.enter(project, caller, ProjectRole.VIEWER);
    Duration patience = Duration.ofSeconds(Math.clamp(wait, 0, LONGEST_WAIT));
    agents.await(access, turn, after, patience);
    String status = agents.turn(access, turn).state().word();
    return new CardList(
        status, agents.cards(access, turn, after).stream().map(CardAnswer::of).toList());
  }

  @PostMapping("/api/projects/{project}/turns/{id}:cancel")
  @Refuses({ErrorCode.NOT_FOUND, ErrorCode.PROJECT_NOT_FOUND})
  @Operation(operationId = "cancelAgentTurn", summary = "Stop an agent's turn")
  TurnAnswer cancel(
      @PathVariable("project") String project,
      @PathVariable("id") UUID turn,
      @AuthenticationPrincipal Caller caller) {
    return TurnAnswer.of(agents.cancel(visitor.enter(project, caller, ProjectRole.CALLER), turn));
  }
}
