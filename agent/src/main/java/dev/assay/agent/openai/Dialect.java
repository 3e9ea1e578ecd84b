package dev.assay.agent.openai;

import dev.assay.agent.protocol.Endpoint.Structured;
import dev.assay.agent.protocol.Refusal;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/// The features that a server lacks. Servers that speak the protocol differ in small things; each
/// difference is learned from the server's own refusal and remembered.
final class Dialect {
  /// A feature that some servers lack.
  enum Feature {
    SCHEMA("response_format", "json_schema", "structured output"),
    /// An answer bound to a schema by a tool that has to be used.
    FORCED_TOOL("tool_choice"),
    /// The count of tokens in a stream.
    STREAM_OPTIONS("stream_options", "include_usage"),
    /// `max_tokens`, which other servers call `max_completion_tokens`.
    OLDER_LIMIT("max_completion_tokens"),
    TEMPERATURE("temperature"),
    STREAM("\"stream\"", "'stream'", "`stream`", "streaming is not", "not support stream"),
    /// Thoughts sent back with a reply.
    THOUGHTS(
        "reasoning_content",
        "reasoning_details",
        "thinking_blocks",
        "extra_content",
        "\"reasoning\"");

    private final String words;

    Feature(String... words) {
      this.words = String.join("\n", words);
    }

    private boolean isNamedIn(String text) {
      return words.lines().anyMatch(text::contains);
    }
  }

  private final Structured structured;
  private final Set<Feature> known = EnumSet.allOf(Feature.class);
  private boolean wantsThoughts;

  Dialect(Structured structured) {
    this.structured = structured;
    if (structured == Structured.INSTRUCTED) {
      known.remove(Feature.SCHEMA);
      known.remove(Feature.FORCED_TOOL);
    }
  }

  synchronized boolean has(Feature feature) {
    return known.contains(feature);
  }

  /// Says whether replies with calls need a field for thoughts, even an empty one.
  synchronized boolean wantsThoughts() {
    return wantsThoughts;
  }

  /// Learns from a refusal.
  ///
  /// @return true if a retry makes sense
  synchronized boolean learn(Refusal refusal) {
    if (refusal.status() != 400 && refusal.status() != 422 && refusal.status() != 501) {
      return false;
    }
    String words = refusal.body().toLowerCase(Locale.ROOT);
    if (words.contains("reasoning_content")
        && (words.contains("must be passed") || words.contains("missing"))) {
      boolean news = !wantsThoughts;
      wantsThoughts = true;
      return news;
    }
    for (Feature feature : Feature.values()) {
      boolean fixed = feature == Feature.SCHEMA && structured == Structured.SCHEMA;
      if (!fixed && feature.isNamedIn(words) && known.remove(feature)) {
        return true;
      }
    }
    return false;
  }
}
