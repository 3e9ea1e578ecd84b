package dev.assay.agentservice;

import dev.assay.agent.Agent;
import dev.assay.agent.Models;
import dev.assay.skill.AssayException;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.audit.AuditAction;
import dev.assay.skill.audit.AuditRecord;
import dev.assay.skill.audit.AuditWriter;
import dev.assay.toolbus.CallLeases;
import dev.assay.toolbus.Consumption;
import dev.assay.toolbus.MessageBus;
import dev.assay.toolbus.ParkedMessage;
import dev.assay.toolbus.ParkedMessages;
import dev.assay.toolbus.Subject;
import dev.assay.toolservice.ProjectAccess;
import dev.assay.toolservice.ProjectRole;
import dev.assay.toolservice.ToolCalls;
import dev.assay.workflow.EventSignals;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/// Takes messages for agents of projects and shows their results.
public final class ProjectAgents {
  private static final Duration KEPT = Duration.ofDays(2);
  private static final Duration LOOK_EVERY = Duration.ofMillis(500);
  private static final int MOST_LISTED = 200;
  private static final int MOST_CARDS = 500;

  private final TransactionOperations transactions;
  private final AuditWriter audit;
  private final EventSignals signals;
  private final Clock clock;
  private final ToolCalls calls;
  private final Bus bus;
  private final AgentPolicy policy;
  private final AgentTurns turns;
  private final Cards cards;
  private final AgentMail mail;
  private final AgentWorker worker;
  private final ToolWorker tools;

  public record Store(
      JdbcClient jdbc,
      TransactionOperations transactions,
      AuditWriter audit,
      EventSignals signals,
      Clock clock) {}

  public record Bus(MessageBus messages, CallLeases leases, ParkedMessages parked) {}

  public ProjectAgents(
      AgentPolicy policy,
      Store store,
      Bus bus,
      ToolCalls calls,
      Agent agent,
      Models models,
      Senders senders) {
    this.policy = policy;
    this.bus = bus;
    this.calls = calls;
    transactions = store.transactions();
    audit = store.audit();
    signals = store.signals();
    clock = store.clock();
    turns = new AgentTurns(store.jdbc(), clock);
    cards = new Cards(store.jdbc(), transactions, clock);
    mail = new AgentMail(bus.messages(), clock);
    TurnWork work =
        new TurnWork(
            new TurnWork.Agents(agent, models, policy),
            calls,
            bus.leases(),
            turns,
            cards,
            mail,
            signals,
            senders);
    worker = new AgentWorker(turns, cards, bus.leases(), work);
    tools = new ToolWorker(calls, bus.leases(), turns, cards, mail, senders, signals);
  }

  /// The calls of the projects' own tools.
  public WorkerCalls workerCalls() {
    return new WorkerCalls(turns, cards, bus.leases(), mail);
  }

  /// Begins to perform tool calls from the bus.
  public void consumeCalls() {
    bus.messages()
        .consume(
            new Consumption(
                "tool_skills_cmd_" + Subject.VERSION,
                AgentMail.TOOL,
                AgentMail.SKILLS,
                policy.callsAtOnce()),
            tools);
  }

  /// Begins to work on turns.
  public void consumeTurns() {
    bus.messages()
        .consume(
            new Consumption(
                "agent_worker_cmd_" + Subject.VERSION,
                AgentMail.AGENT,
                AgentMail.WORKER,
                policy.atOnce()),
            worker);
  }

  /// Sends a message to an agent; messages with the same id are answered once.
  public AgentTurn send(ProjectAccess access, AgentMessage message) {
    access.require(ProjectRole.CALLER);
    String project = access.project().id();
    Optional<String> hash =
        message
            .id()
            .map(
                id ->
                    hash(
                        String.join(
                            "\n",
                            access.visitor().account(),
                            message.channel(),
                            message.agent(),
                            id)));
    Optional<AgentTurn> before = hash.flatMap(it -> turns.findMessage(project, it));
    if (before.isPresent()) {
      return before.get();
    }
    if (turns.open(project) >= policy.queued()) {
      throw new AssayException(
          ErrorCode.TOO_BUSY,
          "%d messages of this project wait already. Try again when some are answered."
              .formatted(policy.queued()));
    }
    AgentTurn turn = message.turn(access, clock.instant());
    boolean added =
        Boolean.TRUE.equals(
            transactions.execute(
                transaction -> {
                  boolean inserted = turns.add(turn, hash);
                  if (inserted) {
                    cards.add(turn.id(), message.card(turn.sender()));
                  }
                  return inserted;
                }));
    if (!added) {
      return hash.flatMap(it -> turns.findMessage(project, it)).orElseThrow();
    }
    mail.wakeUp(turn);
    return turn;
  }

  /// The turns of a project, the latest first.
  public List<AgentTurn> turns(
      ProjectAccess access, Optional<String> agent, Optional<String> channel) {
    return turns.list(access.project().id(), agent, channel, MOST_LISTED);
  }

  /// @throws AssayException with `NOT_FOUND` if the project has none with that id
  public AgentTurn turn(ProjectAccess access, UUID id) {
    return turns
        .find(id)
        .filter(turn -> turn.project().equals(access.project().id()))
        .orElseThrow(
            () -> new AssayException(ErrorCode.NOT_FOUND, "The project has no turn " + id + "."));
  }

  /// The cards after a number.
  public List<Card> cards(ProjectAccess access, UUID id, int after) {
    turn(access, id);
    return cards.list(id, after, MOST_CARDS);
  }

  /// Waits until there are cards after a number, or none will follow.
  public void await(ProjectAccess access, UUID id, int after, Duration patience)
      throws InterruptedException {
    turn(access, id);
    boolean _ =
        signals.await(
            id,
            () ->
                !cards.list(id, after, 1).isEmpty()
                    || turns.find(id).filter(turn -> !turn.state().isFinal()).isEmpty(),
            patience,
            LOOK_EVERY);
  }

  /// Cancels a turn; one that is over stays as it is.
  public AgentTurn cancel(ProjectAccess access, UUID id) {
    access.require(ProjectRole.CALLER);
    AgentTurn turn = turn(access, id);
    turns.wantCancel(id);
    for (Card call : cards.unanswered(id)) {
      calls.cancelCall(
          access, call.content().path("tool").asString(), call.callId().orElseThrow(), "canceled");
    }
    if (bus.leases().isFree(turn.project(), turn.leaseId())) {
      end(turn, "canceled");
    }
    return turn(access, id);
  }

  private void end(AgentTurn turn, String why) {
    TurnEnding ending = TurnEnding.canceled(why);
    transactions.executeWithoutResult(
        transaction -> {
          if (turns.end(turn.id(), ending)) {
            cards.add(turn.id(), ending.card(turn.agent(), Optional.empty()));
          }
        });
  }

  public List<ParkedMessage> parked(ProjectAccess access) {
    return bus.parked().list(access.project().id());
  }

  /// Sends a parked message again.
  public ParkedMessage resend(ProjectAccess access, UUID id) {
    access.require(ProjectRole.EDITOR);
    return bus.parked().resend(access.project().id(), id, bus.messages());
  }

  /// The numbers of turns and runs that a reset ended.
  public record Reset(int turns, int runs) {}

  /// Ends everything under way in the project, and removes its messages, leases and parked
  /// messages. Cards, sessions and files stay; other projects are not affected.
  public Reset reset(ProjectAccess access) {
    access.require(ProjectRole.OWNER);
    String project = access.project().id();
    List<AgentTurn> open = turns.allOpen(project);
    open.forEach(turn -> turns.wantCancel(turn.id()));
    open.forEach(turn -> end(turn, "the project's bus was reset"));
    bus.messages().purge(project);
    bus.leases().reset(project);
    bus.parked().forget(project);
    int runs = calls.cancelAll(access, "the project's bus was reset");
    audit.together(
        () -> {
          audit.record(
              AuditRecord.by(
                      access.visitor().name(),
                      AuditAction.PROJECT_CHANGED,
                      new AuditRecord.Subject("project", project, project))
                  .to(Map.of("bus", "reset", "turns", open.size(), "runs", runs)));
          return project;
        });
    return new Reset(open.size(), runs);
  }

  /// Publishes messages again that no worker handles: the bus was unreachable, or lost them, or a
  /// worker died. It must be called every few seconds.
  public void recover() {
    turns.unanswered().stream()
        .filter(turn -> bus.leases().isFree(turn.project(), turn.leaseId()))
        .forEach(mail::wakeUp);
    for (Card call : cards.unanswered()) {
      turns
          .find(call.turn())
          .filter(
              turn -> bus.leases().isFree(turn.project(), "call " + call.callId().orElseThrow()))
          .ifPresent(turn -> mail.call(turn, call, 0));
    }
  }

  public void forgetOld() {
    bus.leases().forget(KEPT);
  }

  /// Takes no more work and hands over the work of this server.
  public void close() {
    worker.close();
    bus.messages().close();
  }

  private static String hash(String text) {
    MessageDigest digest = Digest.sha256();
    digest.update(text.getBytes(StandardCharsets.UTF_8));
    return Digest.finish(digest).hex();
  }
}
