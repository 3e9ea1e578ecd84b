package dev.assay.agent;

import dev.assay.skill.model.Purpose;
import dev.assay.skill.model.Usage;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// Books the costs of model calls, and holds calls that would cost too much.
@FunctionalInterface
public interface Costs {
  /// Books one call.
  ///
  /// @return its price
  BigDecimal book(Purpose purpose, String model, Usage usage, String owner);

  /// Books time that a provider's faults and pauses took.
  default void bookWait(Purpose purpose, String model, Duration time, String owner) {}

  /// Reserves money for a call that is about to be made. If only the reservations of other calls
  /// leave too little, it waits until they are done.
  ///
  /// @param tokens the approximate number of tokens that will be read
  /// @throws dev.assay.skill.model.ModelFailure with `MODEL_BUDGET_SPENT` if a budget has not
  ///   enough left
  default Hold hold(Purpose purpose, String model, long tokens, String owner) {
    return () -> {};
  }

  /// Assigns an owner's costs to an account, for limits by user.
  default void assign(String owner, String account) {}

  /// The cost of an owner so far, by purpose and model.
  default List<CostLine> lines(String owner) {
    return List.of();
  }

  /// The cost since a time, by purpose and model.
  default List<CostLine> lines(Instant since) {
    return List.of();
  }

  /// The price of a call of that size by the configured prices; zero without prices.
  default BigDecimal price(Purpose purpose, Usage usage) {
    return BigDecimal.ZERO;
  }

  /// A reservation of money until the call is over.
  @FunctionalInterface
  interface Hold extends AutoCloseable {
    @Override
    void close();
  }

  static Costs free() {
    return (_, _, _, _) -> BigDecimal.ZERO;
  }
}
