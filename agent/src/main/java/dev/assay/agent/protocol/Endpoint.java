package dev.assay.agent.protocol;

import dev.assay.skill.Secret;
import java.net.URI;
import java.util.Optional;

/// A model at a server.
///
/// @param temperature the temperature; the server decides if it is empty
/// @param outputTokens the greatest length of an answer; the server decides if it is empty
/// @param thinkingTokens the limit of thinking, for models that accept one
public record Endpoint(
    URI baseUrl,
    Optional<Secret> key,
    String model,
    Optional<Double> temperature,
    Optional<Integer> outputTokens,
    Optional<Integer> thinkingTokens,
    Structured structured,
    Waits waits) {

  /// The way to ask for an answer of a certain shape.
  public enum Structured {
    /// A schema, a tool if the server knows no schemas, words if it knows neither.
    AUTO,
    /// A schema.
    SCHEMA,
    /// Words in the instructions.
    INSTRUCTED
  }

  public static Endpoint of(URI baseUrl, String model) {
    return new Endpoint(
        baseUrl,
        Optional.empty(),
        model,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Structured.AUTO,
        Waits.USUAL);
  }

  public Endpoint with(Secret secret) {
    return new Endpoint(
        baseUrl,
        Optional.of(secret),
        model,
        temperature,
        outputTokens,
        thinkingTokens,
        structured,
        waits);
  }

  public Endpoint with(Structured wanted) {
    return new Endpoint(
        baseUrl, key, model, temperature, outputTokens, thinkingTokens, wanted, waits);
  }

  public Endpoint with(Waits wanted) {
    return new Endpoint(
        baseUrl, key, model, temperature, outputTokens, thinkingTokens, structured, wanted);
  }

  public Endpoint withTemperature(double wanted) {
    return new Endpoint(
        baseUrl, key, model, Optional.of(wanted), outputTokens, thinkingTokens, structured, waits);
  }

  public Endpoint withOutputTokens(int most) {
    return new Endpoint(
        baseUrl, key, model, temperature, Optional.of(most), thinkingTokens, structured, waits);
  }

  public Endpoint withThinkingTokens(int most) {
    return new Endpoint(
        baseUrl, key, model, temperature, outputTokens, Optional.of(most), structured, waits);
  }

  /// The mark of replies of this model, by which no other model gets them back.
  public String origin(String provider) {
    return provider + " " + baseUrl.getHost() + " " + model;
  }

  /// The address of an operation. Its path goes before the query that the base address may have.
  public URI address(String operation) {
    String text = baseUrl.toString();
    int cut = text.indexOf('#');
    String plain = cut < 0 ? text : text.substring(0, cut);
    int question = plain.indexOf('?');
    String path = (question < 0 ? plain : plain.substring(0, question)).replaceAll("/+$", "");
    String query = question < 0 ? "" : plain.substring(question);
    return URI.create(path.endsWith(operation) ? path + query : path + operation + query);
  }
}
