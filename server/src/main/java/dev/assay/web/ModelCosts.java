package dev.assay.web;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.List;

/// What models have cost.
public interface ModelCosts {
  /// What some calls came to.
  ///
  /// @param inputTokens all that were read
  /// @param cachedTokens those of them that came from the provider's cache
  /// @param cacheWrites those of them that were put there
  /// @param waitedMillis time lost to providers' faults and pauses
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

    /// With four places.
    public String money() {
      return cost.setScale(4, RoundingMode.HALF_UP).toPlainString();
    }

    /// Of what was read, how much came from a cache, in per cent.
    public long cachedShare() {
      return inputTokens == 0 ? 0 : 100 * cachedTokens / inputTokens;
    }
  }

  /// Those of one purpose to one model.
  record Line(String purpose, String model, Spent spent) {}

  /// Those of one day (UTC) or of one user; empty for what nobody asked for.
  record Total(String of, Spent spent) {}

  static Spent sum(List<Line> lines) {
    return lines.stream().map(Line::spent).reduce(Spent.NOTHING, Spent::plus);
  }

  /// Everything since a time.
  List<Line> since(Instant time);

  /// Everything of one run or conversation.
  List<Line> of(String owner);

  /// Each day since a time, the last first.
  List<Total> days(Instant time);

  /// Each user since a time, who cost most first.
  List<Total> users(Instant time);
}
