package dev.assay.agentservice;

import dev.assay.agentservice.RetryJudge.Judgement;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.toolbus.CallLease;
import dev.assay.toolbus.CallLeases;
import dev.assay.workflow.EventSignals;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/// A turn that this worker holds. Its cards are written only as long as it does.
final class TurnContext {
  private static final Duration LOOK_EVERY = Duration.ofMillis(250);
  private static final Duration LONGEST = Duration.ofHours(12);

  private final AgentTurn turn;
  private final CallLease lease;
  private final CallLeases leases;
  private final Cards cards;
  private final AgentMail mail;
  private final EventSignals signals;
  private final Supplier<JournalledModel.Reply> reply;
  private final AtomicReference<Optional<String>> givenUp = new AtomicReference<>(Optional.empty());

  TurnContext(
      AgentTurn turn,
      CallLease lease,
      CallLeases leases,
      Cards cards,
      AgentMail mail,
      EventSignals signals,
      Supplier<JournalledModel.Reply> reply) {
    this.turn = turn;
    this.lease = lease;
    this.leases = leases;
    this.cards = cards;
    this.mail = mail;
    this.signals = signals;
    this.reply = reply;
  }

  AgentTurn turn() {
    return turn;
  }

  Cards cards() {
    return cards;
  }

  JournalledModel.Reply reply() {
    return reply.get();
  }

  /// The reason why the retry judge ended the turn.
  Optional<String> givenUp() {
    return givenUp.get();
  }

  UUID write(Cards.Draft draft) {
    AtomicReference<Optional<UUID>> written = new AtomicReference<>(Optional.empty());
    leases.write(lease, () -> written.set(Optional.of(cards.add(turn.id(), draft))));
    return written
        .get()
        .orElseThrow(
            () ->
                new AssayException(
                    ErrorCode.INTERNAL_ERROR, "Another worker has the turn " + turn.id() + "."));
  }

  /// Sends a call over the bus, if it has no result yet, and waits for the result.
  Card result(Card call) {
    String id = call.callId().orElseThrow();
    Supplier<Optional<Card>> look = () -> cards.find(turn.id(), Card.Type.TOOL_RESULT, id);
    Optional<Card> there = look.get();
    if (there.isPresent()) {
      return there.get();
    }
    mail.call(turn, call, lease.fence());
    try {
      boolean _ = signals.await(turn.id(), () -> look.get().isPresent(), LONGEST, LOOK_EVERY);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return look.get()
        .orElseThrow(
            () ->
                new AssayException(
                    ErrorCode.INTERNAL_ERROR, "The call was stopped before it had a result."));
  }

  void judged(Card result, Judgement judgement, int failures) {
    if (cards.find(turn.id(), Card.Type.RETRY_JUDGEMENT, result.callId().orElseThrow()).isEmpty()) {
      write(
          new Cards.Draft(
              Card.Type.RETRY_JUDGEMENT,
              "judge",
              Optional.of(result.id()),
              result.callId(),
              judgement.content(failures)));
    }
    if (judgement instanceof Judgement.FailFast fast) {
      givenUp.compareAndSet(Optional.empty(), Optional.of(fast.reason()));
    }
  }
}
