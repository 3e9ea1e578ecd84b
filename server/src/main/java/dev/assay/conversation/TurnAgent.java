package dev.assay.conversation;

import dev.assay.agent.Activations;
import dev.assay.agent.Agent;
import dev.assay.agent.AgentRun;
import dev.assay.agent.Assignment;
import dev.assay.agent.Budget;
import dev.assay.agent.Decoys;
import dev.assay.agent.SkillList;
import dev.assay.agent.Transcripts;
import dev.assay.agent.Workplace;
import dev.assay.registry.Skill;
import dev.assay.skill.Uninterrupted;
import dev.assay.skill.model.Message;
import dev.assay.skill.model.Purpose;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.workflow.LiveRuns;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// The agent's part of a turn: the sandbox, the instructions and the run.
final class TurnAgent {
  private final ConversationSandboxes sandboxes;
  private final Agent agent;
  private final Transcripts transcripts;
  private final TurnStore store;
  private final LiveRuns runs;
  private final Budget budget;

  TurnAgent(
      ConversationSandboxes sandboxes,
      Agent agent,
      Transcripts transcripts,
      TurnStore store,
      LiveRuns runs,
      Budget budget) {
    this.sandboxes = sandboxes;
    this.agent = agent;
    this.transcripts = transcripts;
    this.store = store;
    this.runs = runs;
    this.budget = budget;
  }

  /// The result of the agent's run.
  record Done(AgentRun run, List<Turn.Choice> used) {}

  static String owner(Turn turn) {
    return "conversation:" + turn.conversation();
  }

  /// @param shown receives the workplace as soon as it is there, so that answers of tools can be
  ///   shown
  Done work(
      TurnExecution.Order order,
      ConversationSandboxes.SandboxContents contents,
      TurnEventWriter writer,
      AtomicReference<@Nullable Workplace> shown) {
    AwaitedSandbox coming =
        AwaitedSandbox.making("workshop-" + order.turn().id(), () -> open(order.turn(), contents));
    try {
      Workplace workplace =
          new Workplace(
              coming, list(inRandomOrder(contents.skills(), order.turn())), contents::filesIn);
      shown.set(workplace);
      return work(order, contents.skills(), workplace, writer);
    } finally {
      coming.settle();
      keepFiles(order.turn());
    }
  }

  /// Keeps the files that were made so far, also when the turn was cancelled.
  private void keepFiles(Turn turn) {
    Uninterrupted.run(() -> sandboxes.keepFiles(turn.conversation()));
  }

  /// Shuffles the skills, as in validations. The order is the same in all turns, so that providers
  /// can cache the beginning of requests.
  private static List<Skill> inRandomOrder(List<Skill> skills, Turn turn) {
    return Decoys.inRandomOrder(skills, turn.conversation().getLeastSignificantBits());
  }

  private Sandbox open(Turn turn, ConversationSandboxes.SandboxContents contents) {
    if (runs.changedServer(turn.id())) {
      sandboxes.endElsewhere(turn.conversation());
    }
    return sandboxes.open(turn.conversation(), contents);
  }

  private Done work(
      TurnExecution.Order order, List<Skill> skills, Workplace workplace, TurnEventWriter writer) {
    Turn turn = order.turn();
    List<Message> messages =
        new ArrayList<>(
            new ConversationHistory(transcripts, agent.contextTokens())
                .of(order.earlier(), workplace, order.withdrawn()));
    messages.add(new Message.Request(turn.message()));
    Assignment assignment =
        new Assignment(
            Purpose.CONVERSE,
            order.model(),
            workplace.instructions() + withdrawn(order.withdrawn()),
            messages,
            workplace.tools(),
            budget,
            Set.of(Assignment.Ability.values()),
            owner(turn));
    AgentRun run = run(turn, assignment, writer);
    return new Done(run, used(turn, run, skills));
  }

  private AgentRun run(Turn turn, Assignment assignment, TurnEventWriter writer) {
    Transcripts.Recording recording =
        transcripts.open(owner(turn), Purpose.CONVERSE, assignment.model());
    store.transcribed(turn.id(), recording.id());
    String ending = "failed";
    try {
      AgentRun run = agent.run(assignment, writer, recording);
      ending = run.ending().getClass().getSimpleName();
      return run;
    } finally {
      boolean interrupted = Thread.interrupted();
      recording.close(ending);
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static String withdrawn(Set<String> names) {
    return names.isEmpty()
        ? ""
        : "\nThese skills were withdrawn since the last message; do not use what you remember of"
            + " them: "
            + String.join(", ", names)
            + ".\n";
  }

  static SkillList list(Collection<Skill> skills) {
    return new SkillList(
        skills.stream()
            .map(
                skill ->
                    new SkillList.Listed(
                        skill.bundle().name(), skill.bundle().manifest().description()))
            .toList());
  }

  private static List<Turn.Choice> used(Turn turn, AgentRun run, List<Skill> skills) {
    Set<String> names =
        Activations.seen(
                run.transcript(),
                Optional.empty(),
                skills.stream().map(skill -> skill.bundle().name()).toList())
            .stream()
            .map(activation -> activation.skill().text())
            .collect(java.util.stream.Collectors.toSet());
    return turn.listed().stream().filter(choice -> names.contains(choice.name())).toList();
  }
}
