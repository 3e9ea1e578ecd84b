package dev.assay.agent;

import dev.assay.agent.ledger.CostTable;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.model.FaultOwner;
import dev.assay.skill.model.ModelFailure;
import dev.assay.skill.model.Purpose;
import dev.assay.skill.model.Usage;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Costs in the database, by the configured prices or, without any, by what the provider says.
public final class CostLedger implements Costs {
  private final CostTable table;
  private final Clock clock;
  private final ModelSettings settings;
  private final CostLimits limits;
  private final Map<String, BigDecimal> setAside = new HashMap<>();

  public CostLedger(JdbcClient jdbc, Clock clock, ModelSettings settings) {
    this(jdbc, clock, settings, CostLimits.NONE);
  }

  public CostLedger(JdbcClient jdbc, Clock clock, ModelSettings settings, CostLimits limits) {
    table = new CostTable(jdbc, clock);
    this.clock = clock;
    this.settings = settings;
    this.limits = limits;
  }

  @Override
  public BigDecimal book(Purpose purpose, String model, Usage usage, String owner) {
    BigDecimal cost = cost(purpose, model, usage);
    if (usage.total() > 0) {
      uninterrupted(() -> table.add(purpose, model, usage, cost, Duration.ZERO, owner));
    }
    return cost;
  }

  @Override
  public void bookWait(Purpose purpose, String model, Duration time, String owner) {
    uninterrupted(() -> table.add(purpose, model, Usage.NONE, BigDecimal.ZERO, time, owner));
  }

  /// What was answered has to be paid, also while the thread is being interrupted.
  private static void uninterrupted(Runnable booking) {
    boolean interrupted = Thread.interrupted();
    try {
      booking.run();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private BigDecimal cost(Purpose purpose, String model, Usage usage) {
    if (settings.replay().isPresent()) {
      return BigDecimal.ZERO;
    }
    ModelSettings.Price price = settings.price(purpose, model);
    if (price.equals(ModelSettings.Price.NONE)) {
      return usage.charged().orElse(BigDecimal.ZERO);
    }
    return price
        .input()
        .multiply(BigDecimal.valueOf(usage.inputTokens() - usage.cachedTokens()))
        .add(price.cached().multiply(BigDecimal.valueOf(usage.cachedTokens())))
        .add(price.output().multiply(BigDecimal.valueOf(usage.outputTokens())))
        .movePointLeft(6);
  }

  @Override
  public Hold hold(Purpose purpose, String model, long tokens, String owner) {
    if (limits.isNone()) {
      return () -> {};
    }
    BigDecimal expected = cost(purpose, model, new Usage(tokens, 0));
    Optional<String> account = table.findAccount(owner);
    synchronized (setAside) {
      Instant today = clock.instant().truncatedTo(ChronoUnit.DAYS);
      if (purpose != Purpose.CONVERSE) {
        require(limits.validation(), table.total(owner).add(held(owner)), expected, "validation");
      }
      require(limits.day(), table.since(today).add(held("")), expected, "day");
      account.ifPresent(
          who ->
              require(
                  limits.user(), table.since(today, who).add(held("@" + who)), expected, "user"));
      setAside(owner, account, expected);
    }
    return () -> {
      synchronized (setAside) {
        setAside(owner, account, expected.negate());
      }
    };
  }

  private BigDecimal held(String whose) {
    return setAside.getOrDefault(whose, BigDecimal.ZERO);
  }

  private void setAside(String owner, Optional<String> account, BigDecimal amount) {
    add(owner.isEmpty() ? "-" : owner, amount);
    add("", amount);
    account.ifPresent(who -> add("@" + who, amount));
  }

  private void add(String whose, BigDecimal amount) {
    BigDecimal sum = held(whose).add(amount);
    if (sum.signum() == 0) {
      setAside.remove(whose);
    } else {
      setAside.put(whose, sum);
    }
  }

  private static void require(
      Optional<BigDecimal> limit, BigDecimal spent, BigDecimal expected, String which) {
    limit.ifPresent(
        most -> {
          if (spent.compareTo(most) >= 0 || spent.add(expected).compareTo(most) > 0) {
            throw new ModelFailure(
                ErrorCode.MODEL_BUDGET_SPENT,
                "The next question to the model would exceed the budget of this %s: %s of %s are spent. Raise assay.model.budget.%s%s, then resume."
                    .formatted(
                        which,
                        spent.stripTrailingZeros().toPlainString(),
                        most.stripTrailingZeros().toPlainString(),
                        which,
                        which.equals("validation") ? "" : " or wait until tomorrow (UTC)"),
                Map.of(ModelFailure.CAUSE, "budget", ModelFailure.OWNER, FaultOwner.REQUEST.word()),
                null);
          }
        });
  }

  @Override
  public void assign(String owner, String account) {
    table.assign(owner, account);
  }

  /// What an owner has cost so far.
  public BigDecimal total(String owner) {
    return table.total(owner);
  }

  public Usage usage(String owner) {
    return table.usage(owner);
  }

  /// What an owner has cost, by purpose and model.
  @Override
  public List<CostLine> lines(String owner) {
    return table.lines(owner).stream().map(CostLine::of).toList();
  }

  /// What was spent since a time, by purpose and model.
  public List<CostLine> lines(Instant since) {
    return table.lines(since).stream().map(CostLine::of).toList();
  }
}
