package dev.assay.agent;

import dev.assay.agent.loop.ModelRetries;
import dev.assay.agent.loop.Pauser;
import dev.assay.agent.loop.ToolRunner;
import dev.assay.skill.WallClock;
import dev.assay.skill.transcript.Entry;
import java.time.Clock;
import java.util.function.Consumer;

/// Lets a model work with tools until it has an answer, its budget is spent, or the thread is
/// interrupted.
///
/// A run never throws once it has begun: its ending is a value, and the transcript is always there.
/// Each run keeps its thread; tools run on threads of their own.
public final class Agent {
  final Clock clock;
  final ModelRetries patience;
  final ToolRunner tools;
  final Costs costs;
  final int contextTokens;
  private final Pauser pauser;
  private final LoopSettings settings;

  public Agent(Clock clock, LoopSettings settings, Costs costs) {
    this(clock, Pauser.real(), settings, costs);
  }

  Agent(Clock clock, Pauser pauser, LoopSettings settings, Costs costs) {
    this.clock = clock;
    this.pauser = pauser;
    this.settings = settings;
    this.costs = costs;
    patience =
        new ModelRetries(
            clock, pauser, settings.deadline(), settings.retries(), settings.longestWait());
    tools = new ToolRunner(clock);
    contextTokens = settings.contextTokens();
  }

  /// The size of the model's context window in tokens.
  public int contextTokens() {
    return contextTokens;
  }

  /// Assigns an owner's costs to an account, for limits by user.
  public void charge(String owner, String account) {
    costs.assign(owner, account);
  }

  public AgentRun run(Assignment assignment, AgentListener listener) {
    return run(assignment, listener, _ -> {});
  }

  /// @param sink receives every entry of the transcript as soon as it is made, for recording it; a
  ///   sink that throws ends the run as failed
  public AgentRun run(Assignment assignment, AgentListener listener, Consumer<Entry> sink) {
    Agent steady = new Agent(WallClock.steady(clock), pauser, settings, costs);
    BudgetUse spent = new BudgetUse(assignment.budget(), steady.clock.instant());
    return new AgentLoop(steady, assignment, spent, new SafeListener(listener), sink).run();
  }
}
