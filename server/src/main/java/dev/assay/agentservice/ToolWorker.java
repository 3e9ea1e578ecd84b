package dev.assay.agentservice;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.LoggedFailure;
import dev.assay.toolbus.BusMessage;
import dev.assay.toolbus.CallLease;
import dev.assay.toolbus.CallLeases;
import dev.assay.toolbus.MessageHandler;
import dev.assay.toolservice.ProjectAccess;
import dev.assay.toolservice.ProjectCall;
import dev.assay.toolservice.ProjectRole;
import dev.assay.toolservice.ToolCalls;
import dev.assay.toolservice.ToolOutcome;
import dev.assay.toolservice.Visitor;
import dev.assay.workflow.EventSignals;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// Performs the tool calls from the bus. The tool, its caller and its arguments are read from the
/// card of the call; a message that contradicts the card is refused.
final class ToolWorker implements MessageHandler {
  private static final Logger log = LoggerFactory.getLogger(ToolWorker.class);
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
  private static final Duration AGAIN_AFTER = Duration.ofMillis(250);
  private static final Duration LONGEST = Duration.ofHours(24);
  static final int MOST_WORKERS = 5;

  private final ToolCalls calls;
  private final CallLeases leases;
  private final AgentTurns turns;
  private final Cards cards;
  private final AgentMail mail;
  private final Senders senders;
  private final EventSignals signals;

  ToolWorker(
      ToolCalls calls,
      CallLeases leases,
      AgentTurns turns,
      Cards cards,
      AgentMail mail,
      Senders senders,
      EventSignals signals) {
    this.calls = calls;
    this.leases = leases;
    this.turns = turns;
    this.cards = cards;
    this.mail = mail;
    this.senders = senders;
    this.signals = signals;
  }

  /// A call with the turn it belongs to.
  private record Wanted(AgentTurn turn, Card card) {
    String id() {
      return card.callId().orElseThrow();
    }

    String tool() {
      return card.content().path("tool").asString();
    }
  }

  @Override
  public Handled handle(BusMessage message) {
    Wanted wanted;
    try {
      wanted = wanted(message);
    } catch (AssayException e) {
      return new Handled.Refused(e.reason());
    }
    boolean over =
        turns.shallStop(wanted.turn().id())
            || cards.find(wanted.turn().id(), Card.Type.TOOL_RESULT, wanted.id()).isPresent();
    if (over) {
      return new Handled.Done();
    }
    return switch (leases.take(wanted.turn().project(), "call " + wanted.id())) {
      case CallLease.Attempt.Over _ -> new Handled.Done();
      case CallLease.Attempt.Busy _ -> new Handled.Later(PAUSE);
      case CallLease.Attempt.Taken taken -> {
        work(wanted, taken.lease());
        yield new Handled.Done();
      }
    };
  }

  private Wanted wanted(BusMessage message) {
    JsonNode payload;
    UUID id;
    try {
      payload = Cards.JSON.readTree(message.payload());
      id = UUID.fromString(payload.path(AgentMail.CARD).asString(""));
    } catch (JacksonException | IllegalArgumentException e) {
      throw refused("its payload is not JSON with " + AgentMail.CARD);
    }
    Card card =
        cards
            .find(id)
            .filter(it -> it.type() == Card.Type.TOOL_CALL)
            .orElseThrow(() -> refused("the project has no tool call " + id));
    AgentTurn turn =
        turns
            .find(card.turn())
            .filter(it -> it.project().equals(message.subject().project()))
            .orElseThrow(() -> refused("the project has no tool call " + id));
    Wanted wanted = new Wanted(turn, card);
    Map<String, String> headers = message.headers();
    boolean fits =
        message.subject().channel().equals(turn.channel())
            && message.subject().suffix().equals(AgentMail.suffix(wanted.tool()))
            && payload.path(AgentMail.TOOL_NAME).asString("").equals(wanted.tool())
            && turn.agent().equals(headers.get(BusMessage.AGENT))
            && turn.id().toString().equals(headers.get(BusMessage.TURN))
            && wanted.id().equals(headers.get(BusMessage.TOOL_CALL));
    if (!fits) {
      throw refused("it says something else than the card of the call " + id);
    }
    return wanted;
  }

  private static AssayException refused(String why) {
    return new AssayException(ErrorCode.BAD_REQUEST, "The tool call is refused: " + why + ".");
  }

  private void work(Wanted wanted, CallLease lease) {
    ToolOutcome outcome;
    try (CallLeases.Keeping _ =
        leases.keep(lease, () -> log.warn("Another worker has the call {}", wanted.id()))) {
      outcome = lease.fence() > MOST_WORKERS ? worn() : call(wanted, lease);
    }
    AtomicReference<Optional<UUID>> written = new AtomicReference<>(Optional.empty());
    boolean held =
        leases.complete(
            lease,
            () ->
                written.set(
                    cards.addOpen(
                        wanted.turn().id(),
                        card(wanted, Card.Type.TOOL_RESULT, content(outcome)))));
    if (!held) {
      log.warn("The result of {} is not written: another worker has the call", wanted.id());
    }
    written
        .get()
        .ifPresent(
            card -> mail.result(wanted.turn(), wanted.id(), card.toString(), outcome.status()));
  }

  private ToolOutcome call(Wanted wanted, CallLease lease) {
    AgentTurn turn = wanted.turn();
    try {
      Visitor sender =
          senders
              .find(turn.account())
              .orElseThrow(
                  () ->
                      new AssayException(
                          ErrorCode.FORBIDDEN,
                          "The account that sent the message is gone or disabled."));
      ProjectAccess access = calls.projects().enter(turn.project(), sender, ProjectRole.CALLER);
      AtomicBoolean over = new AtomicBoolean();
      Thread.ofVirtual().start(() -> stopWithTurn(wanted, access, over));
      try {
        return calls.call(
            access,
            new ProjectCall(
                wanted.tool(),
                turn.agent(),
                Optional.of(wanted.id()),
                wanted.card().content().path("arguments"),
                beat -> progress(wanted, lease, beat)));
      } finally {
        over.set(true);
        signals.notified(turn.id());
      }
    } catch (AssayException e) {
      return ToolOutcome.refused(e);
    }
  }

  /// Stops the runs of a call when its turn is cancelled. It tries again until the call is over,
  /// because a call that was only beginning has nothing to stop yet.
  private void stopWithTurn(Wanted wanted, ProjectAccess access, AtomicBoolean over) {
    UUID turn = wanted.turn().id();
    try {
      boolean _ =
          signals.await(turn, () -> over.get() || turns.shallStop(turn), LONGEST, LOOK_EVERY);
      while (!over.get()) {
        stop(wanted, access);
        boolean _ = signals.await(turn, over::get, AGAIN_AFTER, AGAIN_AFTER);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void stop(Wanted wanted, ProjectAccess access) {
    try {
      calls.cancelCall(access, wanted.tool(), wanted.id(), "canceled");
    } catch (RuntimeException e) { // the database is away, for example; it is tried again
      log.warn("The call {} cannot be stopped yet: {}", wanted.id(), LoggedFailure.of(e).line());
    }
  }

  private void progress(Wanted wanted, CallLease lease, Map<String, Object> beat) {
    leases.write(
        lease,
        () -> cards.addOpen(wanted.turn().id(), card(wanted, Card.Type.TOOL_PROGRESS, beat)));
  }

  private static ToolOutcome worn() {
    return ToolOutcome.refused(
        new AssayException(
            ErrorCode.SANDBOX_FAILED,
            MOST_WORKERS + " workers ended while they worked on this call."));
  }

  private static Cards.Draft card(Wanted wanted, Card.Type type, Map<String, ?> content) {
    return new Cards.Draft(
        type, "tool.skills", Optional.of(wanted.card().id()), Optional.of(wanted.id()), content);
  }

  private static Map<String, Object> content(ToolOutcome outcome) {
    Map<String, Object> content = new LinkedHashMap<>();
    content.put("status", outcome.status());
    content.put("result", ShortTexts.of(outcome.result()));
    return content;
  }
}
