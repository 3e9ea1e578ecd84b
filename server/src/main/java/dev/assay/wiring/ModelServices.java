package dev.assay.wiring;

import dev.assay.agent.ModelService;
import dev.assay.agent.ModelSettings;
import dev.assay.agent.ModelSettings.Price;
import dev.assay.agent.ModelSettings.Role;
import dev.assay.configuration.ModelCatalogue;
import dev.assay.configuration.ModelRoleCatalogue;
import dev.assay.configuration.Setting;
import dev.assay.configuration.Settings;
import dev.assay.skill.Secret;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Reads the model of each role from the settings.
final class ModelServices {
  private static final Set<Role> EXECUTORS = Set.of(Role.EXECUTE, Role.INSTALL, Role.CHAT);

  private final Settings settings;

  private ModelServices(Settings settings) {
    this.settings = settings;
  }

  static ModelSettings read(Settings settings) {
    ModelServices reader = new ModelServices(settings);
    Map<Role, ModelService> services = new EnumMap<>(Role.class);
    List<ModelService> further = new ArrayList<>();
    reader
        .findMain()
        .ifPresent(
            main -> {
              for (Role role : Role.values()) {
                if (!role.isOptional() || reader.hasOwn(role)) {
                  services.put(role, reader.service(role.word(), reader.older(role, main)));
                }
              }
              for (String word : ModelRoleCatalogue.FURTHER_EXECUTORS) {
                if (settings.has(new ModelRoleCatalogue(word).name())) {
                  further.add(reader.service(word, main));
                }
              }
            });
    return new ModelSettings(
        ModelSettings.Mode.valueOf(upper(settings.value(ModelCatalogue.MODE))),
        services,
        further,
        new ModelSettings.Tuning(
            settings.find(ModelCatalogue.TEMPERATURE).map(BigDecimal::doubleValue),
            settings.find(ModelCatalogue.OUTPUT_TOKENS),
            settings.find(ModelCatalogue.THINKING_TOKENS),
            ModelSettings.Structured.valueOf(upper(settings.value(ModelCatalogue.STRUCTURED))),
            new ModelSettings.Waiting(
                settings.value(ModelCatalogue.FIRST_BYTE), settings.value(ModelCatalogue.SILENCE))),
        settings.find(ModelCatalogue.RECORD),
        settings.find(ModelCatalogue.REPLAY));
  }

  private boolean hasOwn(Role role) {
    return settings.has(new ModelRoleCatalogue(role.word()).name());
  }

  /// Returns all configured keys, so that they can be removed from everything that is kept.
  static List<Secret> keys(Settings settings) {
    List<Secret> keys = new ArrayList<>(settings.find(ModelCatalogue.KEY).stream().toList());
    for (ModelRoleCatalogue role : ModelRoleCatalogue.every()) {
      settings.find(role.key()).ifPresent(keys::add);
    }
    settings.find(ModelCatalogue.KEY_FILE).ifPresent(file -> keys.addAll(keysIn(file)));
    return keys;
  }

  private static List<Secret> keysIn(Path file) {
    try {
      return Files.readAllLines(file).stream()
          .map(String::strip)
          .filter(line -> !line.isEmpty())
          .map(Secret::of)
          .toList();
    } catch (IOException _) {
      return List.of(); // the first question to the model reports it
    }
  }

  private Optional<ModelService> findMain() {
    ModelService.Provider provider =
        ModelService.Provider.valueOf(upper(settings.value(ModelCatalogue.PROVIDER)));
    return settings
        .find(ModelCatalogue.NAME)
        .map(
            name -> {
              List<URI> servers = new ArrayList<>();
              servers.add(settings.find(ModelCatalogue.BASE_URL).orElse(provider.home()));
              servers.addAll(settings.find(ModelCatalogue.OTHER_SERVERS).orElse(List.of()));
              return new ModelService(
                  provider,
                  servers,
                  settings.find(ModelCatalogue.KEY),
                  settings.find(ModelCatalogue.KEY_FILE),
                  name,
                  price(
                          ModelCatalogue.PRICE_INPUT,
                          ModelCatalogue.PRICE_OUTPUT,
                          List.of(ModelCatalogue.PRICE_CACHED, ModelCatalogue.PRICE_CACHE_WRITE))
                      .orElse(Price.NONE));
            });
  }

  /// @param base the service whose values apply where the role has none
  private ModelService service(String role, ModelService base) {
    ModelRoleCatalogue own = new ModelRoleCatalogue(role);
    ModelService.Provider provider =
        settings
            .find(own.provider())
            .map(word -> ModelService.Provider.valueOf(upper(word)))
            .orElse(base.provider());
    boolean elsewhere = settings.has(own.baseUrl()) || provider != base.provider();
    return new ModelService(
        provider,
        elsewhere ? List.of(settings.find(own.baseUrl()).orElse(provider.home())) : base.servers(),
        settings.find(own.key()).or(() -> elsewhere ? Optional.empty() : base.key()),
        elsewhere || settings.has(own.key()) ? Optional.empty() : base.keyFile(),
        settings.find(own.name()).orElse(base.name()),
        price(
                own.priceInput(),
                own.priceOutput(),
                List.of(own.priceCached(), own.priceCacheWrite()))
            .orElse(base.price()));
  }

  /// Returns the model of a role by the older settings, from before every role had its own.
  private ModelService older(Role role, ModelService main) {
    if (EXECUTORS.contains(role)) {
      return changed(
          main,
          settings.find(ModelCatalogue.EXECUTOR_NAME),
          price(
              ModelCatalogue.EXECUTOR_PRICE_INPUT,
              ModelCatalogue.EXECUTOR_PRICE_OUTPUT,
              List.of()));
    }
    return role == Role.REPORT
        ? changed(
            main,
            settings.find(ModelCatalogue.REPORT_NAME),
            price(ModelCatalogue.REPORT_PRICE_INPUT, ModelCatalogue.REPORT_PRICE_OUTPUT, List.of()))
        : main;
  }

  private static ModelService changed(
      ModelService main, Optional<String> name, Optional<Price> price) {
    return main.named(name.orElse(main.name())).with(price.orElse(main.price()));
  }

  /// @param cache the settings of the prices for reading from a cache and writing to it, or none
  private Optional<Price> price(
      Setting<BigDecimal> input, Setting<BigDecimal> output, List<Setting<BigDecimal>> cache) {
    return settings
        .find(input)
        .flatMap(
            in ->
                settings
                    .find(output)
                    .map(
                        out -> {
                          List<BigDecimal> both =
                              cache.stream().map(each -> settings.find(each).orElse(in)).toList();
                          return both.isEmpty()
                              ? new Price(in, out)
                              : new Price(in, out, both.getFirst(), both.getLast());
                        }));
  }

  private static String upper(String word) {
    return word.toUpperCase(Locale.ROOT);
  }
}
