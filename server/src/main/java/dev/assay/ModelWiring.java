package dev.assay;

import dev.assay.agent.Agent;
import dev.assay.agent.CostLedger;
import dev.assay.agent.LoopSettings;
import dev.assay.agent.ModelQuestions;
import dev.assay.agent.ModelSettings;
import dev.assay.agent.ModelSettings.Role;
import dev.assay.agent.Models;
import dev.assay.agent.RehearsalModel;
import dev.assay.agent.Transcripts;
import dev.assay.configuration.Catalogue;
import dev.assay.configuration.ModelCatalogue;
import dev.assay.configuration.Setting;
import dev.assay.configuration.Settings;
import dev.assay.skill.Secret;
import dev.assay.skill.model.ChatModel;
import dev.assay.skill.model.ModelFailure;
import dev.assay.skill.model.Purpose;
import dev.assay.web.ModelFacts;
import java.math.BigDecimal;
import java.time.Clock;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Makes the models and the agents that use them.
@Configuration(proxyBeanMethods = false)
class ModelWiring {
  @Bean
  ModelSettings modelSettings(Settings settings) {
    return read(settings);
  }

  @Bean
  LoopSettings loopSettings(Settings settings) {
    return new LoopSettings(
        settings.value(ModelCatalogue.DEADLINE),
        settings.value(ModelCatalogue.RETRIES),
        settings.value(ModelCatalogue.CONTEXT_TOKENS));
  }

  @Bean
  Models models(ModelSettings settings, JdbcClient jdbc, Clock clock) {
    return new Models(settings, RehearsalModel::new, jdbc, clock);
  }

  @Bean
  ModelFacts modelFacts(Models models) {
    return () -> {
      try {
        ChatModel model = models.model(Purpose.EXECUTE);
        return model.rehearsal()
            ? new ModelFacts.Thinking.Rehearsal()
            : new ModelFacts.Thinking.Model(model.name());
      } catch (ModelFailure failure) {
        return new ModelFacts.Thinking.Missing(failure.reason());
      }
    };
  }

  @Bean
  CostLedger costLedger(JdbcClient jdbc, Clock clock, ModelSettings settings) {
    return new CostLedger(jdbc, clock, settings);
  }

  @Bean
  Agent agent(Clock clock, LoopSettings settings, CostLedger costs) {
    return new Agent(clock, settings, costs);
  }

  @Bean
  ModelQuestions questions(Models models, Clock clock, LoopSettings settings, CostLedger costs) {
    return new ModelQuestions(models::model, clock, settings, costs);
  }

  @Bean
  Transcripts transcripts(JdbcClient jdbc, Clock clock, Settings settings) {
    List<Secret> secrets =
        Stream.of(ModelCatalogue.KEY, Catalogue.DATABASE_PASSWORD, Catalogue.OIDC_CLIENT_SECRET)
            .flatMap(setting -> settings.find(setting).stream())
            .toList();
    return new Transcripts(jdbc, clock, secrets);
  }

  static ModelSettings read(Settings settings) {
    Map<Role, String> names = new EnumMap<>(Role.class);
    settings.find(ModelCatalogue.NAME).ifPresent(name -> names.put(Role.MAIN, name));
    settings.find(ModelCatalogue.REPORT_NAME).ifPresent(name -> names.put(Role.REPORT, name));
    settings.find(ModelCatalogue.EXECUTOR_NAME).ifPresent(name -> names.put(Role.EXECUTOR, name));
    Map<Role, ModelSettings.Price> prices = new EnumMap<>(Role.class);
    findPrice(settings, ModelCatalogue.PRICE_INPUT, ModelCatalogue.PRICE_OUTPUT)
        .ifPresent(price -> prices.put(Role.MAIN, price));
    findPrice(settings, ModelCatalogue.REPORT_PRICE_INPUT, ModelCatalogue.REPORT_PRICE_OUTPUT)
        .ifPresent(price -> prices.put(Role.REPORT, price));
    findPrice(settings, ModelCatalogue.EXECUTOR_PRICE_INPUT, ModelCatalogue.EXECUTOR_PRICE_OUTPUT)
        .ifPresent(price -> prices.put(Role.EXECUTOR, price));
    return new ModelSettings(
        ModelSettings.Mode.valueOf(upper(settings.value(ModelCatalogue.MODE))),
        settings.find(ModelCatalogue.BASE_URL),
        settings.find(ModelCatalogue.KEY),
        names,
        prices,
        settings.find(ModelCatalogue.TEMPERATURE).map(BigDecimal::doubleValue),
        settings.find(ModelCatalogue.OUTPUT_TOKENS),
        ModelSettings.Structured.valueOf(upper(settings.value(ModelCatalogue.STRUCTURED))));
  }

  private static Optional<ModelSettings.Price> findPrice(
      Settings settings, Setting<BigDecimal> input, Setting<BigDecimal> output) {
    return settings
        .find(input)
        .flatMap(in -> settings.find(output).map(out -> new ModelSettings.Price(in, out)));
  }

  private static String upper(String word) {
    return word.toUpperCase(Locale.ROOT);
  }
}
