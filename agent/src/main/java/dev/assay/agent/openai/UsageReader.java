package dev.assay.agent.openai;

import dev.assay.skill.model.Usage;
import java.math.BigDecimal;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// Reads tokens and costs under the names that vendors use for them.
final class UsageReader {
  private UsageReader() {}

  /// The usage in a chunk or a whole answer, in any of its places.
  static Optional<Usage> find(JsonNode chunk) {
    return read(chunk.path("usage"))
        .or(() -> read(chunk.path("x_groq").path("usage")))
        .or(() -> read(chunk.path("choices").path(0).path("usage")))
        .or(() -> read(chunk.path("choices").path(0).path("delta").path("usage")))
        .or(() -> read(chunk.path("amazon-bedrock-invocationMetrics")))
        .or(() -> counted(chunk));
  }

  private static Optional<Usage> read(JsonNode usage) {
    if (!usage.isObject() || usage.isEmpty()) {
      return Optional.empty();
    }
    long input = number(usage, "prompt_tokens", "input_tokens", "inputTokenCount");
    long output = number(usage, "completion_tokens", "output_tokens", "outputTokenCount");
    long total = number(usage, "total_tokens");
    if (output == 0 && total > input && input > 0) {
      output = total - input;
    }
    JsonNode details = usage.path("prompt_tokens_details");
    JsonNode inputDetails = usage.path("input_tokens_details");
    long cached =
        Math.max(
            Math.max(number(details, "cached_tokens"), number(inputDetails, "cached_tokens")),
            number(
                usage,
                "prompt_cache_hit_tokens",
                "cached_tokens",
                "cache_read_input_tokens",
                "num_cached_tokens"));
    long written =
        Math.max(
            number(details, "cache_write_tokens", "cache_creation_tokens"),
            number(usage, "cache_creation_input_tokens", "cache_write_tokens"));
    long read = Math.min(cached, input);
    return Optional.of(
        new Usage(input, output, read, Math.min(written, input - read), charged(usage)));
  }

  private static Optional<BigDecimal> charged(JsonNode usage) {
    JsonNode cost = usage.path("cost");
    if (cost.isObject()) {
      return money(cost.path("total_cost"));
    }
    Optional<BigDecimal> ticks =
        money(usage.path("cost_in_usd_ticks")).map(each -> each.movePointLeft(10));
    return money(cost).or(() -> money(usage.path("estimated_cost"))).or(() -> ticks);
  }

  private static Optional<BigDecimal> money(JsonNode amount) {
    if (!amount.isNumber()) {
      return Optional.empty();
    }
    BigDecimal value = amount.decimalValue();
    return value.signum() < 0 ? Optional.empty() : Optional.of(value);
  }

  /// The usage of a server that reports it at the top, beside the answer.
  private static Optional<Usage> counted(JsonNode chunk) {
    JsonNode input = chunk.path("prompt_eval_count");
    JsonNode output = chunk.path("eval_count");
    return input.isNumber() || output.isNumber()
        ? Optional.of(new Usage(positive(input), positive(output)))
        : Optional.empty();
  }

  private static long number(JsonNode node, String... names) {
    for (String name : names) {
      if (node.path(name).isNumber()) {
        return positive(node.path(name));
      }
    }
    return 0;
  }

  private static long positive(JsonNode number) {
    return Math.max(number.asLong(0), 0);
  }
}
