package dev.assay.agent;

import dev.assay.agent.protocol.Waits;
import dev.assay.skill.model.Purpose;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The models, their servers and their prices.
///
/// @param services one service for each role, or none at all
/// @param furtherExecutors the models that do the tasks of validations beside the first; no two
///   have the same name
/// @param record the folder where exchanges are recorded
/// @param replay the folder of recorded answers that take the place of a model
public record ModelSettings(
    Mode mode,
    Map<Role, ModelService> services,
    List<ModelService> furtherExecutors,
    Tuning tuning,
    Optional<Path> record,
    Optional<Path> replay) {
  /// The source of answers: models or rules.
  public enum Mode {
    /// A model if one is configured; rules if none ever was.
    AUTO,
    MODEL,
    REHEARSAL
  }

  /// A kind of work that a model is chosen for.
  public enum Role {
    WRITE,
    EXECUTE,
    JUDGE,
    SECOND_JUDGE,
    REPORT,
    INSTALL,
    INSPECT,
    CHAT;

    /// Says whether the role has a model only if one is configured for it by name. A second opinion
    /// of the same model would be worthless, and the inspection of every skill costs money.
    public boolean isOptional() {
      return this == SECOND_JUDGE || this == INSPECT;
    }

    public static Role of(Purpose purpose) {
      return switch (purpose) {
        case WRITE_TASKS -> WRITE;
        case EXECUTE, COMPACT -> EXECUTE;
        case JUDGE, ASSESS -> JUDGE;
        case SECOND_JUDGE -> SECOND_JUDGE;
        case REPORT -> REPORT;
        case INSTALL -> INSTALL;
        case INSPECT -> INSPECT;
        case CONVERSE -> CHAT;
      };
    }

    public String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /// The way to ask for answers of a certain shape.
  public enum Structured {
    AUTO,
    SCHEMA,
    INSTRUCTED
  }

  /// The settings that all models share.
  ///
  /// @param temperature the temperature; the server decides if it is empty
  /// @param outputTokens the greatest length of an answer
  /// @param thinkingTokens the limit of thinking, for models that accept one
  public record Tuning(
      Optional<Double> temperature,
      Optional<Integer> outputTokens,
      Optional<Integer> thinkingTokens,
      Structured structured,
      Waiting waiting) {
    public static final Tuning USUAL =
        new Tuning(
            Optional.empty(), Optional.empty(), Optional.empty(), Structured.AUTO, Waiting.USUAL);
  }

  /// The timeouts of a silent server.
  ///
  /// @param firstByte the wait for the first byte of the answer
  /// @param silence the wait between two pieces of the answer
  public record Waiting(Duration firstByte, Duration silence) {
    public static final Waiting USUAL = new Waiting(Waits.USUAL.firstByte(), Waits.USUAL.silence());
  }

  /// Prices per million tokens.
  ///
  /// @param cached the price of tokens that the provider read from its cache
  /// @param written the price of tokens that it wrote to its cache
  public record Price(BigDecimal input, BigDecimal output, BigDecimal cached, BigDecimal written) {
    public static final Price NONE = new Price(BigDecimal.ZERO, BigDecimal.ZERO);

    public Price(BigDecimal input, BigDecimal output) {
      this(input, output, input, input);
    }

    public Price(BigDecimal input, BigDecimal output, BigDecimal cached) {
      this(input, output, cached, input);
    }
  }

  public ModelSettings {
    services = Map.copyOf(services);
    furtherExecutors = List.copyOf(furtherExecutors);
  }

  /// Settings with one executor.
  public ModelSettings(
      Mode mode,
      Map<Role, ModelService> services,
      Tuning tuning,
      Optional<Path> record,
      Optional<Path> replay) {
    this(mode, services, List.of(), tuning, record, replay);
  }

  public static ModelSettings none(Mode mode) {
    return new ModelSettings(mode, Map.of(), Tuning.USUAL, Optional.empty(), Optional.empty());
  }

  /// One service for everything.
  public static ModelSettings of(Mode mode, ModelService service) {
    Map<Role, ModelService> all = new EnumMap<>(Role.class);
    for (Role role : Role.values()) {
      if (!role.isOptional()) {
        all.put(role, service);
      }
    }
    return new ModelSettings(mode, all, Tuning.USUAL, Optional.empty(), Optional.empty());
  }

  public ModelSettings with(Role role, ModelService service) {
    Map<Role, ModelService> all = new EnumMap<>(services);
    all.put(role, service);
    return new ModelSettings(mode, all, furtherExecutors, tuning, record, replay);
  }

  public ModelSettings withExecutor(ModelService service) {
    List<ModelService> more = new ArrayList<>(furtherExecutors);
    more.add(service);
    return new ModelSettings(mode, services, more, tuning, record, replay);
  }

  public boolean isConfigured() {
    return !services.isEmpty();
  }

  Optional<ModelService> find(Role role) {
    return Optional.ofNullable(services.get(role));
  }

  /// The price for a purpose. The model that holds a conversation also shortens it, and several
  /// models do tasks, so for these the model's name decides.
  Price price(Purpose purpose, String model) {
    Stream<ModelService> candidates =
        switch (purpose) {
          case EXECUTE -> furtherExecutors.stream();
          case COMPACT -> Stream.concat(services.values().stream(), furtherExecutors.stream());
          default -> Stream.empty();
        };
    return candidates
        .filter(each -> each.name().equals(model))
        .findFirst()
        .or(() -> find(Role.of(purpose)))
        .map(ModelService::price)
        .orElse(Price.NONE);
  }
}
