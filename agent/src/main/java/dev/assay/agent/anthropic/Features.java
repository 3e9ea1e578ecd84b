package dev.assay.agent.anthropic;

import dev.assay.agent.protocol.Endpoint.Structured;
import dev.assay.agent.protocol.Refusal;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/// The features that a model lacks, learned from its refusals and remembered.
final class Features {
  enum Feature {
    SCHEMA("output_config", "output_format", "json_schema"),
    FORCED_TOOL("tool_choice"),
    /// Thinking with a number of tokens; newer models decide that themselves.
    THINKING_BUDGET("budget_tokens", "adaptive", "thinking.type"),
    TEMPERATURE("temperature"),
    CACHING("cache_control");

    private final String words;

    Feature(String... words) {
      this.words = String.join("\n", words);
    }
  }

  private final Structured structured;
  private final Set<Feature> known = EnumSet.allOf(Feature.class);

  Features(Structured structured) {
    this.structured = structured;
    if (structured == Structured.INSTRUCTED) {
      known.remove(Feature.SCHEMA);
      known.remove(Feature.FORCED_TOOL);
    }
  }

  synchronized boolean has(Feature feature) {
    return known.contains(feature);
  }

  /// @return true if a retry makes sense
  synchronized boolean learn(Refusal refusal) {
    if (refusal.status() != 400 && refusal.status() != 422) {
      return false;
    }
    String text = refusal.body().toLowerCase(Locale.ROOT);
    for (Feature feature : Feature.values()) {
      boolean fixed = feature == Feature.SCHEMA && structured == Structured.SCHEMA;
      if (!fixed && feature.words.lines().anyMatch(text::contains) && known.remove(feature)) {
        return true;
      }
    }
    return false;
  }
}
