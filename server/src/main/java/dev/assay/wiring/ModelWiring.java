package dev.assay.wiring;

import dev.assay.agent.Agent;
import dev.assay.agent.CostLedger;
import dev.assay.agent.CostLimits;
import dev.assay.agent.CostLine;
import dev.assay.agent.CostTotal;
import dev.assay.agent.LoopSettings;
import dev.assay.agent.ModelQuestions;
import dev.assay.agent.ModelSettings;
import dev.assay.agent.Models;
import dev.assay.agent.RehearsalModel;
import dev.assay.agent.Transcripts;
import dev.assay.configuration.Catalogue;
import dev.assay.configuration.ModelCatalogue;
import dev.assay.configuration.Settings;
import dev.assay.skill.Secret;
import dev.assay.skill.model.ChatModel;
import dev.assay.skill.model.ModelFailure;
import dev.assay.skill.model.Purpose;
import dev.assay.skill.model.Usage;
import dev.assay.web.ModelCosts;
import dev.assay.web.ModelFacts;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Creates the models and the agents that use them.
@Configuration(proxyBeanMethods = false)
public class ModelWiring {
  @Bean
  ModelSettings modelSettings(Settings settings) {
    return read(settings);
  }

  @Bean
  LoopSettings loopSettings(Settings settings) {
    return loop(settings);
  }

  public static LoopSettings loop(Settings settings) {
    return new LoopSettings(
        settings.value(ModelCatalogue.DEADLINE),
        settings.value(ModelCatalogue.RETRIES),
        settings.value(ModelCatalogue.CONTEXT_TOKENS),
        settings.value(ModelCatalogue.LONGEST_WAIT));
  }

  @Bean
  Models models(ModelSettings settings, JdbcClient jdbc, Clock clock, Transcripts transcripts) {
    return new Models(
        settings, RehearsalModel::new, jdbc, clock, text -> transcripts.withoutSecrets(text));
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
  CostLedger costLedger(JdbcClient jdbc, Clock clock, ModelSettings models, Settings settings) {
    return new CostLedger(
        jdbc,
        clock,
        models,
        new CostLimits(
            settings.find(ModelCatalogue.BUDGET_VALIDATION),
            settings.find(ModelCatalogue.BUDGET_DAY),
            settings.find(ModelCatalogue.BUDGET_USER)));
  }

  @Bean
  ModelMeters modelMeters(CostLedger ledger, Clock clock) {
    return new ModelMeters(ledger, clock);
  }

  @Bean
  ModelCosts modelCosts(CostLedger ledger) {
    return new ModelCosts() {
      @Override
      public List<ModelCosts.Line> since(Instant time) {
        return ledger.lines(time).stream().map(ModelWiring::line).toList();
      }

      @Override
      public List<ModelCosts.Total> days(Instant time) {
        return ledger.days(time).stream().map(ModelWiring::total).toList();
      }

      @Override
      public List<ModelCosts.Total> users(Instant time) {
        return ledger.users(time).stream().map(ModelWiring::total).toList();
      }

      @Override
      public List<ModelCosts.Line> of(String owner) {
        return ledger.lines(owner).stream().map(ModelWiring::line).toList();
      }
    };
  }

  private static ModelCosts.Line line(CostLine line) {
    return new ModelCosts.Line(
        line.purpose().name().toLowerCase(Locale.ROOT),
        line.model(),
        spent(line.calls(), line.usage(), line.cost(), line.waited()));
  }

  private static ModelCosts.Total total(CostTotal total) {
    return new ModelCosts.Total(
        total.of(), spent(total.calls(), total.usage(), total.cost(), total.waited()));
  }

  private static ModelCosts.Spent spent(long calls, Usage usage, BigDecimal cost, Duration waited) {
    return new ModelCosts.Spent(
        calls,
        usage.inputTokens(),
        usage.cachedTokens(),
        usage.cacheWrites(),
        usage.outputTokens(),
        cost,
        waited.toMillis());
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
        Stream.concat(
                Stream.of(Catalogue.DATABASE_PASSWORD, Catalogue.OIDC_CLIENT_SECRET)
                    .flatMap(setting -> settings.find(setting).stream()),
                ModelServices.keys(settings).stream())
            .toList();
    return new Transcripts(jdbc, clock, secrets);
  }

  public static ModelSettings read(Settings settings) {
    return ModelServices.read(settings);
  }
}
