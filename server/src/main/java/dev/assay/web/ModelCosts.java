package dev.assay.web;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;

/// What models have cost.
public interface ModelCosts {
  /// What the calls of one purpose to one model came to.
  record Line(
      String purpose,
      String model,
      long calls,
      long inputTokens,
      long cachedTokens,
      long outputTokens,
      BigDecimal cost,
      long waitedMillis) {}

  /// Everything since a time.
  List<Line> since(Instant time);

  /// Everything of one run or conversation.
  List<Line> of(String owner);
}
