package dev.assay.validation;

import dev.assay.agent.CostLine;
import dev.assay.agent.Costs;
import dev.assay.agent.Inspector;
import dev.assay.agent.Models;
import dev.assay.registry.Skill;
import dev.assay.registry.Skills;
import dev.assay.skill.model.ModelFailure;
import dev.assay.skill.model.Purpose;
import dev.assay.skill.model.Usage;
import dev.assay.validation.lab.SkillTrees;
import dev.assay.validation.settings.ProofLevel;
import dev.assay.validation.settings.ValidationRules;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// The forecast costs of validations and the actual costs so far.
public final class Forecasts {
  private static final Duration LOOK_BACK = Duration.ofDays(30);

  /// The tokens of one question and answer of a small agent, from a measurement of 61,500 tokens in
  /// 28 calls.
  private static final Usage TYPICAL = new Usage(2_200, 60);

  /// The tokens of one portion of a skill's text and its answer.
  private static final Usage PORTION = new Usage(15_000, 300);

  private final Models models;
  private final Costs costs;
  private final Skills skills;
  private final ValidationRules rules;
  private final Clock clock;

  public Forecasts(Models models, Costs costs, Skills skills, ValidationRules rules, Clock clock) {
    this.models = models;
    this.costs = costs;
    this.skills = skills;
    this.rules = rules;
    this.clock = clock;
  }

  /// The spending of a run so far.
  ///
  /// @param cost the cost in the currency of the configured prices
  public record Spent(long calls, long inputTokens, long outputTokens, BigDecimal cost) {}

  public Spent spent(UUID run) {
    List<CostLine> lines = costs.lines(run.toString());
    return new Spent(
        lines.stream().mapToLong(CostLine::calls).sum(),
        lines.stream().mapToLong(line -> line.usage().inputTokens()).sum(),
        lines.stream().mapToLong(line -> line.usage().outputTokens()).sum(),
        lines.stream().map(CostLine::cost).reduce(BigDecimal.ZERO, BigDecimal::add));
  }

  /// Returns the forecast of a validation that would begin now.
  public Forecast of(UUID skill) {
    Skill asked = skills.load(skill);
    String name = asked.name();
    if (rehearses()) {
      return Forecast.NOTHING;
    }
    ProofLevel level = rules.terms().level();
    int others =
        (int)
            SkillTrees.newest(skills.approved()).stream()
                .filter(each -> !each.name().equals(name))
                .count();
    int portions = models.inspector().isEmpty() ? 0 : Inspector.portions(asked.bundle());
    Map<Purpose, BigDecimal> known = measured();
    if (known.containsKey(Purpose.EXECUTE)) {
      return Forecast.of(level, others, portions, known, "by what calls cost in the last 30 days");
    }
    Map<Purpose, BigDecimal> priced = new EnumMap<>(Purpose.class);
    for (Purpose purpose : Purpose.values()) {
      priced.put(purpose, costs.price(purpose, purpose == Purpose.INSPECT ? PORTION : TYPICAL));
    }
    return Forecast.of(
        level,
        others,
        portions,
        priced,
        priced.values().stream().anyMatch(each -> each.signum() > 0)
            ? "by the configured prices, with 2,200 tokens a question"
            : "no prices are configured: assay.model.price-input, price-output");
  }

  /// Tests whether rules take a model's place. A missing model is reported when the validation
  /// starts.
  private boolean rehearses() {
    try {
      return models.model(Purpose.EXECUTE).rehearsal();
    } catch (ModelFailure e) {
      return false;
    }
  }

  /// Returns the measured cost of one call by purpose; empty without known costs.
  private Map<Purpose, BigDecimal> measured() {
    Map<Purpose, BigDecimal> cost = new EnumMap<>(Purpose.class);
    Map<Purpose, Long> calls = new EnumMap<>(Purpose.class);
    for (CostLine line : costs.lines(clock.instant().minus(LOOK_BACK))) {
      cost.merge(line.purpose(), line.cost(), BigDecimal::add);
      calls.merge(line.purpose(), line.calls(), Long::sum);
    }
    Map<Purpose, BigDecimal> perCall = new EnumMap<>(Purpose.class);
    cost.forEach(
        (purpose, sum) -> {
          long number = calls.getOrDefault(purpose, 0L);
          if (number > 0 && sum.signum() > 0) {
            perCall.put(purpose, sum.divide(BigDecimal.valueOf(number), 8, RoundingMode.HALF_UP));
          }
        });
    return perCall;
  }
}
