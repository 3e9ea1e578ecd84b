package dev.assay.wiring;

import dev.assay.database.ConnectionShares;
import dev.assay.skill.WorkKind;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Locale;

/// Prometheus meters of database connections by kind of work: in use, waiting and refused.
record ConnectionMeters(ConnectionShares shares) implements MeterBinder {
  @Override
  public void bindTo(MeterRegistry registry) {
    for (WorkKind kind : WorkKind.values()) {
      String word = kind.name().toLowerCase(Locale.ROOT);
      Gauge.builder("assay.database.connections", shares, s -> s.standing(kind).held())
          .tag("kind", word)
          .register(registry);
      Gauge.builder("assay.database.waiting", shares, s -> s.standing(kind).waiting())
          .tag("kind", word)
          .register(registry);
      FunctionCounter.builder("assay.database.refused", shares, s -> s.standing(kind).refused())
          .tag("kind", word)
          .register(registry);
    }
  }
}
