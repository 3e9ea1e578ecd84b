package dev.assay.validation.report;

import dev.assay.agent.CostLine;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;

/// The costs of the run's models, as the last section of a report. A model never writes this
/// section.
public final class CostSection {
  private CostSection() {}

  /// Returns the section, or an empty text if no model was asked.
  public static String of(List<CostLine> lines) {
    if (lines.isEmpty()) {
      return "";
    }
    StringBuilder text =
        new StringBuilder(
            """

            ## Models and costs

            | purpose | model | calls | tokens in | cached | cache writes | tokens out | cost | waited |
            |---|---|---|---|---|---|---|---|---|
            """);
    long input = 0;
    long cached = 0;
    for (CostLine line : lines) {
      input += line.usage().inputTokens();
      cached += line.usage().cachedTokens();
      text.append(
          "| %s | `%s` | %d | %d | %d | %d | %d | %s | %d ms |%n"
              .formatted(
                  line.purpose().name().toLowerCase(Locale.ROOT),
                  line.model().replaceAll("[`|\\p{Cntrl}]", "?"),
                  line.calls(),
                  line.usage().inputTokens(),
                  line.usage().cachedTokens(),
                  line.usage().cacheWrites(),
                  line.usage().outputTokens(),
                  line.cost().setScale(4, RoundingMode.HALF_UP).toPlainString(),
                  line.waited().toMillis()));
    }
    long output = lines.stream().mapToLong(line -> line.usage().outputTokens()).sum();
    text.append(
        "| **total** | | **%d** | **%d** | %d | | **%d** | **%s** | |%n%nTogether %d tokens, cost %s.%n"
            .formatted(
                lines.stream().mapToLong(CostLine::calls).sum(),
                input,
                cached,
                output,
                cost(lines),
                input + output,
                cost(lines)));
    if (cached > 0) {
      text.append(
          "%n%d %% of the tokens that were read came from the provider's cache.%n"
              .formatted(100 * cached / Math.max(input, 1)));
    }
    return text.toString();
  }

  private static String cost(List<CostLine> lines) {
    return lines.stream()
        .map(CostLine::cost)
        .reduce(BigDecimal.ZERO, BigDecimal::add)
        .setScale(4, RoundingMode.HALF_UP)
        .toPlainString();
  }
}
