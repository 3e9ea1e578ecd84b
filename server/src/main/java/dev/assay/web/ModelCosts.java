package dev.assay.web;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.List;

/// The costs of models.
public interface ModelCosts {
  /// The sums of several calls.
  ///
  /// @param inputTokens all tokens that were read
  /// @param cachedTokens the input tokens that came from the provider's cache
  /// @param cacheWrites the input tokens that were written to that cache
  /// @param waitedMillis the time lost to the provider's faults and pauses
  record Spent(
      long calls,
      long inputTokens,
      long cachedTokens,
      long cacheWrites,
      long outputTokens,
      BigDecimal cost,
      long waitedMillis) {
    static final Spent NOTHING = new Spent(0, 0, 0, 0, 0, BigDecimal.ZERO, 0);

    Spent plus(Spent other) {
      return new Spent(
          calls + other.calls,
          inputTokens + other.inputTokens,
          cachedTokens + other.cachedTokens,
          cacheWrites + other.cacheWrites,
          outputTokens + other.outputTokens,
          cost.add(other.cost),
          waitedMillis + other.waitedMillis);
    }

    /// Returns the cost with four decimal places.
    public String money() {
      return cost.setScale(4, RoundingMode.HALF_UP).toPlainString();
    }

    /// Returns the share of input tokens that came from a cache, in per cent.
    public long cachedShare() {
      return inputTokens == 0 ? 0 : 100 * cachedTokens / inputTokens;
    }
  }

  /// The costs of one purpose and one model.
  record Line(String purpose, String model, Spent spent) {}

  /// The costs of one day (UTC) or one user. The name is empty for calls that belong to no user.
  record Total(String of, Spent spent) {}

  static Spent sum(List<Line> lines) {
    return lines.stream().map(Line::spent).reduce(Spent.NOTHING, Spent::plus);
  }

  /// Returns all costs since a time.
  List<Line> since(Instant time);

  /// Returns all costs of one run or conversation.
  List<Line> of(String owner);

  /// Returns the costs of each day since a time, the latest day first.
  List<Total> days(Instant time);

  /// Returns the costs of each user since a time, the highest first.
  List<Total> users(Instant time);
}
