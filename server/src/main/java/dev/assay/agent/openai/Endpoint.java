package dev.assay.agent.openai;

import dev.assay.skill.Secret;
import java.net.URI;
import java.util.Optional;

/// A model at a server.
///
/// @param temperature left to the server if empty
/// @param outputTokens the longest answer; left to the server if empty
public record Endpoint(
    URI baseUrl,
    Optional<Secret> key,
    String model,
    Optional<Double> temperature,
    Optional<Integer> outputTokens,
    Structured structured) {
  /// How an answer of a certain shape is asked for.
  public enum Structured {
    /// By schema, until the server says that it cannot.
    AUTO,
    /// By schema.
    SCHEMA,
    /// In words.
    INSTRUCTED
  }
}
