package dev.assay.agent;

import dev.assay.skill.Secret;
import dev.assay.skill.model.Purpose;
import dev.assay.skill.model.Usage;
import java.math.BigDecimal;
import java.net.URI;
import java.util.Map;
import java.util.Optional;

/// Which models there are, and what they cost.
///
/// @param names at least that of [Role#MAIN], if there is a model
/// @param temperature left to the server if empty
/// @param outputTokens the longest answer
public record ModelSettings(
    Mode mode,
    Optional<URI> baseUrl,
    Optional<Secret> key,
    Map<Role, String> names,
    Map<Role, Price> prices,
    Optional<Double> temperature,
    Optional<Integer> outputTokens,
    Structured structured) {
  /// Whether models or rules answer.
  public enum Mode {
    /// A model if one is configured; rules if none ever was.
    AUTO,
    MODEL,
    REHEARSAL
  }

  /// What a model is chosen for.
  public enum Role {
    /// Judging and everything without a model of its own.
    MAIN,
    REPORT,
    EXECUTOR;

    static Role of(Purpose purpose) {
      return switch (purpose) {
        case REPORT -> REPORT;
        case EXECUTE, INSTALL, CONVERSE -> EXECUTOR;
        case WRITE_TASKS, JUDGE, ASSESS, COMPACT -> MAIN;
      };
    }
  }

  /// How answers of a certain shape are asked for.
  public enum Structured {
    AUTO,
    SCHEMA,
    INSTRUCTED
  }

  /// Per million tokens.
  public record Price(BigDecimal input, BigDecimal output) {
    public static final Price NONE = new Price(BigDecimal.ZERO, BigDecimal.ZERO);
  }

  public ModelSettings {
    names = Map.copyOf(names);
    prices = Map.copyOf(prices);
  }

  public static ModelSettings none(Mode mode) {
    return new ModelSettings(
        mode,
        Optional.empty(),
        Optional.empty(),
        Map.of(),
        Map.of(),
        Optional.empty(),
        Optional.empty(),
        Structured.AUTO);
  }

  public boolean isConfigured() {
    return baseUrl.isPresent() && names.containsKey(Role.MAIN);
  }

  String name(Role role) {
    return names.getOrDefault(role, names.getOrDefault(Role.MAIN, ""));
  }

  BigDecimal cost(Purpose purpose, Usage usage) {
    Price price = prices.getOrDefault(Role.of(purpose), prices.getOrDefault(Role.MAIN, Price.NONE));
    return price
        .input()
        .multiply(BigDecimal.valueOf(usage.inputTokens()))
        .add(price.output().multiply(BigDecimal.valueOf(usage.outputTokens())))
        .movePointLeft(6);
  }
}
