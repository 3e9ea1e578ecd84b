package dev.assay.agentservice;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.LoggedFailure;
import dev.assay.toolbus.BusMessage;
import dev.assay.toolbus.CallLease;
import dev.assay.toolbus.CallLeases;
import dev.assay.toolbus.MessageHandler;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Works on the turns whose wake-ups come over the bus, one at a time for each conversation.
final class AgentWorker implements MessageHandler {
  private static final Logger log = LoggerFactory.getLogger(AgentWorker.class);
  private static final Duration PAUSE = Duration.ofMillis(500);

  private final AgentTurns turns;
  private final Cards cards;
  private final CallLeases leases;
  private final TurnWork work;
  private final Map<UUID, TurnStop> going = new ConcurrentHashMap<>();
  private volatile boolean closed;

  AgentWorker(AgentTurns turns, Cards cards, CallLeases leases, TurnWork work) {
    this.turns = turns;
    this.cards = cards;
    this.leases = leases;
    this.work = work;
  }

  @Override
  public Handled handle(BusMessage message) {
    Optional<AgentTurn> found = turn(message);
    if (found.isEmpty()) {
      return new Handled.Refused("The wake-up names no turn of this project, agent and channel.");
    }
    AgentTurn turn = found.get();
    if (turn.state().isFinal()) {
      return new Handled.Done();
    }
    if (closed || turns.waitsForEarlier(turn)) {
      return new Handled.Later(PAUSE);
    }
    return switch (leases.take(turn.project(), turn.leaseId())) {
      case CallLease.Attempt.Over _ -> new Handled.Done();
      case CallLease.Attempt.Busy _ -> new Handled.Later(PAUSE);
      case CallLease.Attempt.Taken taken -> run(turn, taken.lease());
    };
  }

  private Optional<AgentTurn> turn(BusMessage message) {
    try {
      return turns
          .find(UUID.fromString(message.headers().getOrDefault(BusMessage.TURN, "")))
          .filter(turn -> turn.project().equals(message.subject().project()))
          .filter(turn -> turn.channel().equals(message.subject().channel()))
          .filter(turn -> turn.agent().equals(message.headers().get(BusMessage.AGENT)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private Handled run(AgentTurn turn, CallLease lease) {
    TurnStop stop = new TurnStop(Thread.currentThread());
    going.put(turn.id(), stop);
    Optional<TurnEnding> ending;
    try (CallLeases.Keeping _ = leases.keep(lease, stop::stop)) {
      ending =
          lease.fence() > ToolWorker.MOST_WORKERS
              ? Optional.of(
                  TurnEnding.failed(
                      ToolWorker.MOST_WORKERS + " workers ended while they worked on it."))
              : attempt(turn, lease, stop);
    } finally {
      going.remove(turn.id());
      stop.over();
    }
    if (ending.isPresent()) {
      end(turn, lease, ending.get());
      return new Handled.Done();
    }
    leases.release(lease); // this server ends, another one goes on
    return new Handled.Later(PAUSE);
  }

  /// Runs a turn. Empty if it was stopped without having been canceled.
  private Optional<TurnEnding> attempt(AgentTurn turn, CallLease lease, TurnStop stop) {
    try {
      turns.started(turn.id());
      TurnEnding ending = work.run(turn, lease, stop);
      if (!stop.isStopped()) {
        return Optional.of(ending);
      }
    } catch (AssayException e) {
      if (!stop.isStopped()) {
        return Optional.of(failed(turn, e));
      }
    } catch (RuntimeException e) {
      if (!stop.isStopped()) {
        return Optional.of(
            failed(turn, new AssayException(ErrorCode.INTERNAL_ERROR, "It broke: " + e, e)));
      }
    }
    stop.over();
    return turns.isCancelWanted(turn.id())
        ? Optional.of(TurnEnding.canceled("canceled"))
        : Optional.empty();
  }

  private static TurnEnding failed(AgentTurn turn, AssayException failure) {
    if (failure.code().publicWords().isPresent()) {
      LoggedFailure shown = LoggedFailure.of(failure);
      log.warn("Turn {}: {}", turn.id(), shown.line(), shown.trace());
    }
    return TurnEnding.failed(failure.publicReason());
  }

  private void end(AgentTurn turn, CallLease lease, TurnEnding ending) {
    boolean held =
        leases.complete(
            lease,
            () -> {
              if (turns.end(turn.id(), ending)) {
                cards.add(turn.id(), ending.card(turn.agent(), lastReply(turn)));
              }
            });
    if (held) {
      log.info("Turn {} of agent {}: {}", turn.id(), turn.agent(), ending.state().word());
    } else {
      log.warn("The end of turn {} is not written: another worker has it", turn.id());
    }
  }

  private Optional<UUID> lastReply(AgentTurn turn) {
    return cards.list(turn.id(), Card.Type.AGENT_REPLY).reversed().stream()
        .map(Card::id)
        .findFirst();
  }

  /// Takes no more turns and stops those under way; another server continues them.
  void close() {
    closed = true;
    going.values().forEach(TurnStop::stop);
  }
}
