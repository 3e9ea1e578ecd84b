package dev.assay.agent;

import dev.assay.skill.model.Usage;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The spent part of a budget. A sub-agent gets a share of the rest; its spending counts for both.
final class BudgetUse {
  private static final int SHARE = 2;

  private final Budget budget;
  private Instant until;
  private final @Nullable BudgetUse parent;
  private int turns;
  private long tokens;
  private BigDecimal cost = BigDecimal.ZERO;
  private Duration commands = Duration.ZERO;

  BudgetUse(Budget budget, Instant start) {
    this(budget, start.plus(budget.wall()), null);
  }

  private BudgetUse(Budget budget, Instant until, @Nullable BudgetUse parent) {
    this.budget = budget;
    this.until = until;
    this.parent = parent;
  }

  synchronized Instant until() {
    return until;
  }

  /// Moves the end by the time that the platform lost.
  void extend(Duration lost) {
    synchronized (this) {
      until = until.plus(lost);
    }
    if (parent != null) {
      parent.extend(lost);
    }
  }

  synchronized BigDecimal cost() {
    return cost;
  }

  synchronized void turn() {
    turns++;
  }

  void spend(Usage usage, BigDecimal price) {
    synchronized (this) {
      tokens += usage.total();
      cost = cost.add(price);
    }
    if (parent != null) {
      parent.spend(usage, price);
    }
  }

  /// Takes back the turn and the tokens of the last answer, which was unusable. Its cost stays
  /// booked.
  void giveBack(Usage usage) {
    synchronized (this) {
      turns--;
    }
    giveBackTokens(usage.total());
  }

  private void giveBackTokens(long count) {
    synchronized (this) {
      tokens -= count;
    }
    if (parent != null) {
      parent.giveBackTokens(count);
    }
  }

  /// Books time that tools took.
  void spend(Duration took) {
    synchronized (this) {
      commands = commands.plus(took);
    }
    if (parent != null) {
      parent.spend(took);
    }
  }

  /// The time at which tools that begin now must stop.
  synchronized Instant commandsUntil(Instant now) {
    Instant over = now.plus(budget.commands().minus(commands));
    return over.isBefore(until) ? over : until;
  }

  /// The first limit that is reached; empty if none is.
  synchronized Optional<Budget.Limit> exhausted(Instant now) {
    if (!now.isBefore(until)) {
      return Optional.of(Budget.Limit.TIME);
    }
    if (commands.compareTo(budget.commands()) >= 0) {
      return Optional.of(Budget.Limit.COMMANDS);
    }
    if (turns >= budget.turns()) {
      return Optional.of(Budget.Limit.TURNS);
    }
    if (tokens >= budget.tokens()) {
      return Optional.of(Budget.Limit.TOKENS);
    }
    return budget.cost().filter(most -> cost.compareTo(most) >= 0).map(_ -> Budget.Limit.COST);
  }

  synchronized BudgetUse share(Instant now) {
    Duration left = atLeast(Duration.between(now, until));
    Duration commandsLeft = atLeast(budget.commands().minus(commands));
    Budget part =
        new Budget(
            Math.max(1, budget.turns() / SHARE),
            Math.max(1, (budget.tokens() - tokens) / SHARE),
            left,
            budget.cost().map(most -> most.subtract(cost).divide(BigDecimal.valueOf(SHARE))),
            commandsLeft);
    return new BudgetUse(part, until, this);
  }

  private static Duration atLeast(Duration time) {
    return time.isPositive() ? time : Duration.ofMillis(1);
  }
}
