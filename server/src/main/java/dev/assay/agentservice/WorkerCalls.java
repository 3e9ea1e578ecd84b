package dev.assay.agentservice;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import dev.assay.toolbus.CallLease;
import dev.assay.toolbus.CallLeases;
import dev.assay.toolservice.ProjectAccess;
import dev.assay.toolservice.ProjectRole;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;

/// Calls of the tools of a project's own. Workers outside take them from the bus or from this list,
/// and deliver results. Agents get each result fenced as untrusted text, like every other one.
public final class WorkerCalls {
  private static final int MOST_LISTED = 200;

  private final AgentTurns turns;
  private final Cards cards;
  private final CallLeases leases;
  private final AgentMail mail;

  WorkerCalls(AgentTurns turns, Cards cards, CallLeases leases, AgentMail mail) {
    this.turns = turns;
    this.cards = cards;
    this.leases = leases;
    this.mail = mail;
  }

  /// The result of a call.
  public record Result(Status status, Map<String, Object> content) {
    public enum Status {
      SUCCESS,
      ERROR
    }
  }

  /// The calls that wait for a result, the oldest first.
  public List<Card> waiting(ProjectAccess access) {
    access.require(ProjectRole.EDITOR);
    return cards.waiting(access.project().id(), MOST_LISTED);
  }

  /// Ends a call. Only the first result counts.
  ///
  /// @throws AssayException with `NOT_FOUND` if the project has no such call of a tool of its own,
  ///   or `CALL_IS_OVER` if the call has a result or its turn is over
  public Card answer(ProjectAccess access, String callId, Result result) {
    access.require(ProjectRole.EDITOR);
    String project = access.project().id();
    Card call =
        cards
            .findCall(project, callId)
            .filter(it -> !AgentMail.isBuiltIn(it.content().path("tool").asString()))
            .orElseThrow(
                () ->
                    new AssayException(
                        ErrorCode.NOT_FOUND,
                        "The project has no call \"%s\" of a tool of its own."
                            .formatted(Visible.line(callId, 160))));
    AgentTurn turn = turns.find(call.turn()).orElseThrow();
    if (turn.state().isFinal()) {
      throw over(callId);
    }
    return switch (leases.take(project, "call " + callId)) {
      case CallLease.Attempt.Taken taken -> write(turn, call, taken.lease(), access, result);
      case CallLease.Attempt.Over _, CallLease.Attempt.Busy _ -> throw over(callId);
    };
  }

  private Card write(
      AgentTurn turn, Card call, CallLease lease, ProjectAccess access, Result result) {
    String callId = call.callId().orElseThrow();
    String status = result.status() == Result.Status.SUCCESS ? "success" : "error";
    AtomicReference<Optional<UUID>> written = new AtomicReference<>(Optional.empty());
    leases.complete(
        lease,
        () ->
            written.set(
                cards.addOpen(
                    turn.id(),
                    new Cards.Draft(
                        Card.Type.TOOL_RESULT,
                        access.visitor().name(),
                        Optional.of(call.id()),
                        Optional.of(callId),
                        Map.of("status", status, "result", ShortTexts.of(result.content()))))));
    UUID card = written.get().orElseThrow(() -> over(callId));
    mail.result(turn, callId, card.toString(), status);
    return cards.find(card).orElseThrow();
  }

  private static AssayException over(String callId) {
    return new AssayException(
        ErrorCode.CALL_IS_OVER,
        "The call \"%s\" is over: it has its result, or its turn ended."
            .formatted(Visible.line(callId, 160)));
  }
}
