package dev.assay.agentservice;

import dev.assay.agent.Agent;
import dev.assay.agent.AgentListener;
import dev.assay.agent.AgentRun;
import dev.assay.agent.Assignment;
import dev.assay.agent.Models;
import dev.assay.agent.UntrustedText;
import dev.assay.agentservice.AgentTurn.State;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.model.Message;
import dev.assay.skill.model.Purpose;
import dev.assay.skill.tool.Tool;
import dev.assay.toolbus.CallLease;
import dev.assay.toolbus.CallLeases;
import dev.assay.toolservice.ProjectAccess;
import dev.assay.toolservice.ProjectRole;
import dev.assay.toolservice.ToolCalls;
import dev.assay.workflow.EventSignals;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

/// The agent's part of a turn: its instructions, its tools and its request.
final class TurnWork {
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofHours(24);

  private final Agents agents;
  private final ToolCalls calls;
  private final CallLeases leases;
  private final AgentTurns turns;
  private final Cards cards;
  private final AgentMail mail;
  private final EventSignals signals;
  private final Senders senders;

  /// @param policy has the budget of a turn
  record Agents(Agent agent, Models models, AgentPolicy policy) {}

  TurnWork(
      Agents agents,
      ToolCalls calls,
      CallLeases leases,
      AgentTurns turns,
      Cards cards,
      AgentMail mail,
      EventSignals signals,
      Senders senders) {
    this.agents = agents;
    this.calls = calls;
    this.leases = leases;
    this.turns = turns;
    this.cards = cards;
    this.mail = mail;
    this.signals = signals;
    this.senders = senders;
  }

  TurnEnding run(AgentTurn turn, CallLease lease, TurnStop stop) {
    ProjectAccess access =
        calls
            .projects()
            .enter(
                turn.project(),
                senders
                    .find(turn.account())
                    .orElseThrow(
                        () ->
                            new AssayException(
                                ErrorCode.FORBIDDEN,
                                "The account that sent the message is gone or disabled.")),
                ProjectRole.CALLER);
    Card asked = cards.list(turn.id(), Card.Type.USER_MESSAGE).getFirst();
    AtomicReference<JournalledModel.Reply> last =
        new AtomicReference<>(new JournalledModel.Reply(-1, asked.id()));
    TurnContext context = new TurnContext(turn, lease, leases, cards, mail, signals, last::get);
    JournalledModel model =
        new JournalledModel(
            agents.models().model(Purpose.CONVERSE),
            cards.list(turn.id(), Card.Type.AGENT_REPLY),
            last,
            context::write);
    AtomicBoolean over = new AtomicBoolean();
    Thread.ofVirtual().start(() -> watch(turn, stop, over));
    try {
      return run(access, turn, asked, model, context).by(model.rehearsal());
    } finally {
      over.set(true);
      signals.notified(turn.id()); // an interrupt would cut its connection to the database
    }
  }

  private TurnEnding run(
      ProjectAccess access,
      AgentTurn turn,
      Card asked,
      JournalledModel model,
      TurnContext context) {
    UntrustedText fence = UntrustedText.fresh();
    SubmitTool submit = new SubmitTool();
    List<Tool> tools = new ArrayList<>();
    calls.tools().list(access).forEach(spec -> tools.add(new BusTool(spec, context, fence)));
    tools.add(submit);
    String owner = "project:" + turn.project() + ":" + turn.id();
    agents.agent().charge(owner, turn.account());
    AgentRun run =
        agents
            .agent()
            .run(
                new Assignment(
                        Purpose.CONVERSE,
                        model,
                        AgentInstructions.of(turn.project(), calls.skills().list(access), fence),
                        messages(turn, asked),
                        tools,
                        agents.policy().budget(),
                        Set.of(),
                        owner)
                    .until(_ -> submit.ending().isPresent() || context.givenUp().isPresent()),
                AgentListener.silent());
    return submit
        .ending()
        .orElseGet(
            () -> context.givenUp().map(TurnEnding::failed).orElseGet(() -> ending(run.ending())));
  }

  private List<Message> messages(AgentTurn turn, Card asked) {
    List<Message> messages = new ArrayList<>();
    for (AgentTurn earlier : turns.earlier(turn)) {
      cards.list(earlier.id(), Card.Type.USER_MESSAGE).stream()
          .findFirst()
          .ifPresent(
              card -> {
                messages.add(new Message.Request(text(card)));
                messages.add(new Message.Reply(earlier.result().orElse("-"), List.of()));
              });
    }
    messages.add(new Message.Request(text(asked)));
    return messages;
  }

  private static String text(Card card) {
    return card.content().path("text").asString();
  }

  private static TurnEnding ending(AgentRun.Ending ending) {
    return switch (ending) {
      case AgentRun.Ending.Answered answered ->
          TurnEnding.handedIn(
              State.SUCCEEDED, answered.text().isBlank() ? "(no answer)" : answered.text());
      case AgentRun.Ending.OutOfBudget over ->
          TurnEnding.failed("The budget of the turn is spent: " + over.which() + ".");
      case AgentRun.Ending.Stopped _, AgentRun.Ending.Cancelled _ ->
          TurnEnding.canceled("canceled");
      case AgentRun.Ending.Failed failed -> throw failed.failure();
    };
  }

  /// Stops the turn when it is cancelled or its project is removed.
  private void watch(AgentTurn turn, TurnStop stop, AtomicBoolean over) {
    BooleanSupplier done = () -> over.get() || turns.shallStop(turn.id());
    try {
      if (signals.await(turn.id(), done, LONGEST, LOOK_EVERY) && !over.get()) {
        stop.stop();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
