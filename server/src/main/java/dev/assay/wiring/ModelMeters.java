package dev.assay.wiring;

import dev.assay.agent.CostLedger;
import dev.assay.agent.CostLine;
import dev.assay.skill.model.Purpose;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/// Prometheus meters of models by purpose since the server started: tokens, cost and waiting. The
/// ledger is read at most every few seconds.
final class ModelMeters implements MeterBinder {
  private static final Duration FRESH = Duration.ofSeconds(5);

  private final CostLedger ledger;
  private final Clock clock;
  private final Instant start;
  private List<CostLine> lines = List.of();
  private Instant read = Instant.MIN;

  ModelMeters(CostLedger ledger, Clock clock) {
    this.ledger = ledger;
    this.clock = clock;
    start = clock.instant();
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    for (Purpose purpose : Purpose.values()) {
      counter(registry, purpose, "assay.model.calls", CostLine::calls);
      counter(registry, purpose, "assay.model.tokens.input", each -> each.usage().inputTokens());
      counter(registry, purpose, "assay.model.tokens.cached", each -> each.usage().cachedTokens());
      counter(
          registry, purpose, "assay.model.tokens.cache.writes", each -> each.usage().cacheWrites());
      counter(registry, purpose, "assay.model.tokens.output", each -> each.usage().outputTokens());
      counter(registry, purpose, "assay.model.cost", each -> each.cost().doubleValue());
      counter(
          registry, purpose, "assay.model.waited.seconds", each -> each.waited().toMillis() / 1e3);
    }
  }

  private void counter(
      MeterRegistry registry, Purpose purpose, String name, ToDoubleFunction<CostLine> figure) {
    FunctionCounter.builder(
            name,
            this,
            meters ->
                meters.lines().stream()
                    .filter(line -> line.purpose() == purpose)
                    .mapToDouble(figure)
                    .sum())
        .tag("purpose", purpose.name().toLowerCase(Locale.ROOT))
        .register(registry);
  }

  private synchronized List<CostLine> lines() {
    Instant now = clock.instant();
    if (read.equals(Instant.MIN) || read.plus(FRESH).isBefore(now)) {
      lines = ledger.lines(start);
      read = now;
    }
    return lines;
  }
}
