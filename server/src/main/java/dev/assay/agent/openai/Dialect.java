package dev.assay.agent.openai;

import java.util.Locale;

/// What a server was found not to understand. Servers that speak the protocol differ in small
/// things; each is learned from the server's own refusal and remembered.
final class Dialect {
  private volatile boolean schema;
  private volatile boolean temperature = true;
  private volatile boolean olderLimit = true;

  Dialect(boolean schema) {
    this.schema = schema;
  }

  /// Whether answers can be bound to a JSON schema.
  boolean hasSchema() {
    return schema;
  }

  boolean hasTemperature() {
    return temperature;
  }

  /// Whether the answer's longest length is called `max_tokens`, not `max_completion_tokens`.
  boolean hasOlderLimit() {
    return olderLimit;
  }

  /// Learns from a refusal.
  ///
  /// @return whether asking again makes sense
  boolean learn(Refusal refusal, boolean mayDropSchema) {
    if (refusal.status() != 400 && refusal.status() != 422) {
      return false;
    }
    String words = refusal.body().toLowerCase(Locale.ROOT);
    if (schema
        && mayDropSchema
        && (words.contains("response_format") || words.contains("json_schema"))) {
      schema = false;
      return true;
    }
    if (olderLimit && words.contains("max_completion_tokens")) {
      olderLimit = false;
      return true;
    }
    if (temperature && words.contains("temperature")) {
      temperature = false;
      return true;
    }
    return false;
  }
}
