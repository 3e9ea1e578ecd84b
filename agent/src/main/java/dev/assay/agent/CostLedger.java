package dev.assay.agent;

import dev.assay.agent.ledger.CostTable;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Uninterrupted;
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

/// Costs in the database, by the configured prices or, without prices, by the provider's statement.
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

  /// Books the call also while the thread is being interrupted, because an answered call must be
  /// paid.
  @Override
  public BigDecimal book(Purpose purpose, String model, Usage usage, String owner) {
    BigDecimal cost = cost(purpose, model, usage);
    if (usage.total() > 0) {
      Uninterrupted.run(() -> table.add(purpose, model, usage, cost, Duration.ZERO, owner));
    }
    return cost;
  }

  @Override
  public void bookWait(Purpose purpose, String model, Duration time, String owner) {
    Uninterrupted.run(() -> table.add(purpose, model, Usage.NONE, BigDecimal.ZERO, time, owner));
  }

  private BigDecimal cost(Purpose purpose, String model, Usage usage) {
    if (settings.replay().isPresent()) {
      return BigDecimal.ZERO;
    }
    ModelSettings.Price price = settings.price(purpose, model);
    if (price.equals(ModelSettings.Price.NONE)) {
      return usage.charged().orElse(BigDecimal.ZERO);
    }
    long fresh = usage.inputTokens() - usage.cachedTokens() - usage.cacheWrites();
    return price
        .input()
        .multiply(BigDecimal.valueOf(fresh))
        .add(price.cached().multiply(BigDecimal.valueOf(usage.cachedTokens())))
        .add(price.written().multiply(BigDecimal.valueOf(usage.cacheWrites())))
        .add(price.output().multiply(BigDecimal.valueOf(usage.outputTokens())))
        .movePointLeft(6);
  }

  /// The highest possible price of a question: nothing is read from the cache, everything is
  /// written to it, and the answer has its greatest length.
  private BigDecimal most(Purpose purpose, String model, long tokens) {
    long output = settings.tuning().outputTokens().orElse(0);
    return cost(purpose, model, new Usage(tokens, output))
        .max(cost(purpose, model, new Usage(tokens, output, 0, tokens, Optional.empty())));
  }

  @Override
  public Hold hold(Purpose purpose, String model, long tokens, String owner) {
    if (limits.isNone()) {
      return () -> {};
    }
    BigDecimal expected = most(purpose, model, tokens);
    Optional<String> account = table.findAccount(owner);
    synchronized (setAside) {
      try {
        while (!hasRoom(purpose, owner, account, expected)) {
          setAside.wait(); // for the end of another reserved call
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw withdrawn(e);
      }
      setAside(owner, account, expected);
    }
    return () -> {
      synchronized (setAside) {
        setAside(owner, account, expected.negate());
        setAside.notifyAll();
      }
    };
  }

  /// Says whether the call fits beside the calls under way.
  ///
  /// @throws ModelFailure if the call exceeds a limit even without those calls
  private boolean hasRoom(
      Purpose purpose, String owner, Optional<String> account, BigDecimal expected) {
    Instant today = clock.instant().truncatedTo(ChronoUnit.DAYS);
    boolean room =
        purpose == Purpose.CONVERSE
            || fits(
                limits.validation(),
                table.total(owner),
                held(share(owner)),
                expected,
                "validation");
    room &= fits(limits.day(), table.since(today), held(""), expected, "day");
    for (String who : account.stream().toList()) {
      room &= fits(limits.user(), table.since(today, who), held("@" + who), expected, "user");
    }
    return room;
  }

  private static ModelFailure withdrawn(InterruptedException cause) {
    return new ModelFailure(
        ErrorCode.MODEL_UNAVAILABLE,
        "The question was withdrawn while it waited for its budget.",
        Map.of(ModelFailure.CAUSE, "interrupted", ModelFailure.OWNER, FaultOwner.REQUEST.word()),
        cause);
  }

  /// The key of an owner's reserved amounts. The empty key holds those of all owners.
  private static String share(String owner) {
    return owner.isEmpty() ? "-" : owner;
  }

  private BigDecimal held(String whose) {
    return setAside.getOrDefault(whose, BigDecimal.ZERO);
  }

  private void setAside(String owner, Optional<String> account, BigDecimal amount) {
    add(share(owner), amount);
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

  private static boolean fits(
      Optional<BigDecimal> limit,
      BigDecimal spent,
      BigDecimal held,
      BigDecimal expected,
      String which) {
    if (limit.isEmpty()) {
      return true;
    }
    BigDecimal most = limit.get();
    BigDecimal then = spent.add(expected);
    if (spent.compareTo(most) >= 0 || then.compareTo(most) > 0) {
      throw new ModelFailure(
          ErrorCode.MODEL_BUDGET_SPENT,
          "The next question to the model may cost up to %s and would exceed the budget of this %s: %s of %s are spent. Raise assay.model.budget.%s%s, then resume or validate again."
              .formatted(
                  plain(expected),
                  which,
                  plain(spent),
                  plain(most),
                  which,
                  which.equals("validation") ? "" : " or wait until tomorrow (UTC)"),
          Map.of(ModelFailure.CAUSE, "budget", ModelFailure.OWNER, FaultOwner.REQUEST.word()),
          null);
    }
    return then.add(held).compareTo(most) <= 0;
  }

  private static String plain(BigDecimal amount) {
    return amount.stripTrailingZeros().toPlainString();
  }

  @Override
  public void assign(String owner, String account) {
    table.assign(owner, account);
  }

  /// The cost of an owner so far.
  public BigDecimal total(String owner) {
    return table.total(owner);
  }

  public Usage usage(String owner) {
    return table.usage(owner);
  }

  /// The cost of an owner, by purpose and model.
  @Override
  public List<CostLine> lines(String owner) {
    return table.lines(owner).stream().map(CostLine::of).toList();
  }

  /// The cost of each day of UTC since a time.
  public List<CostTotal> days(Instant since) {
    return table.days(since).stream().map(CostTotal::of).toList();
  }

  /// The cost of each user since a time.
  public List<CostTotal> users(Instant since) {
    return table.users(since).stream().map(CostTotal::of).toList();
  }

  @Override
  public BigDecimal price(Purpose purpose, Usage usage) {
    return cost(purpose, "", usage);
  }

  @Override
  public List<CostLine> lines(Instant since) {
    return table.lines(since).stream().map(CostLine::of).toList();
  }
}
