package dev.assay.agent;

import dev.assay.skill.model.Purpose;
import dev.assay.skill.model.Usage;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// Books what model calls cost, and holds those that would cost too much.
@FunctionalInterface
public interface Costs {
  /// Books one call.
  ///
  /// @return its price
  BigDecimal book(Purpose purpose, String model, Usage usage, String owner);

  /// Books time that was lost to a provider's faults and pauses.
  default void bookWait(Purpose purpose, String model, Duration time, String owner) {}

  /// Sets money aside for a call that is about to be made. Where only what is set aside for others
  /// leaves too little, it waits until they are done.
  ///
  /// @param tokens that will be read, roughly
  /// @throws dev.assay.skill.model.ModelFailure with `MODEL_BUDGET_SPENT` if a budget has not
  ///   enough left
  default Hold hold(Purpose purpose, String model, long tokens, String owner) {
    return () -> {};
  }

  /// Says whose costs an owner's are, for limits by user.
  default void assign(String owner, String account) {}

  /// What an owner has cost so far, by purpose and model.
  default List<CostLine> lines(String owner) {
    return List.of();
  }

  /// What was spent since a time, by purpose and model.
  default List<CostLine> lines(Instant since) {
    return List.of();
  }

  /// What a call of that size costs by the configured prices; zero without any.
  default BigDecimal price(Purpose purpose, Usage usage) {
    return BigDecimal.ZERO;
  }

  /// Money that is set aside until the call is over.
  @FunctionalInterface
  interface Hold extends AutoCloseable {
    @Override
    void close();
  }

  static Costs free() {
    return (_, _, _, _) -> BigDecimal.ZERO;
  }
}
