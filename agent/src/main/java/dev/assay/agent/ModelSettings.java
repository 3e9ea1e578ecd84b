package dev.assay.agent;

import dev.assay.agent.wire.Waits;
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

/// Which models there are, where, and what they cost.
///
/// @param services one for each role, or none at all
/// @param furtherExecutors those that do the tasks of validations beside the first; no two have the
///   same name
/// @param record where exchanges are written down
/// @param replay where answers are read from instead of asking anybody
public record ModelSettings(
    Mode mode,
    Map<Role, ModelService> services,
    List<ModelService> furtherExecutors,
    Tuning tuning,
    Optional<Path> record,
    Optional<Path> replay) {
  /// Whether models or rules answer.
  public enum Mode {
    /// A model if one is configured; rules if none ever was.
    AUTO,
    MODEL,
    REHEARSAL
  }

  /// What a model is chosen for.
  public enum Role {
    WRITE,
    EXECUTE,
    JUDGE,
    SECOND_JUDGE,
    REPORT,
    INSTALL,
    INSPECT,
    CHAT;

    /// Whether there is one only if it has a name of its own. A second opinion of the same model
    /// would be none, and having every skill read costs something.
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

  /// How answers of a certain shape are asked for.
  public enum Structured {
    AUTO,
    SCHEMA,
    INSTRUCTED
  }

  /// What is the same for all models.
  ///
  /// @param temperature left to the server if empty
  /// @param outputTokens the longest answer
  /// @param thinkingTokens how much a model may think, where that can be said
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

  /// How long a server may be silent.
  ///
  /// @param firstByte before its answer begins
  /// @param silence in the middle of it
  public record Waiting(Duration firstByte, Duration silence) {
    public static final Waiting USUAL = new Waiting(Waits.USUAL.firstByte(), Waits.USUAL.silence());
  }

  /// Per million tokens.
  ///
  /// @param cached of tokens that the provider read from its cache
  /// @param written of tokens that it put there
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

  /// With one executor.
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

  /// The price for a purpose. Whoever shortens a conversation is the model that holds it, and tasks
  /// are done by several.
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
