package dev.assay.wiring;

import dev.assay.configuration.EngineCatalogue;
import dev.assay.sandbox.SandboxKeeper;
import dev.assay.skill.sandbox.lease.Lease;
import dev.assay.workflow.LiveRuns;
import dev.assay.workflow.RunRecord;
import dev.assay.workflow.Workflow;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;

/// Prometheus meters of runs, answers and sandboxes. The database is read at most every few
/// seconds.
final class RunMeters implements MeterBinder {
  private static final Duration FRESH = Duration.ofSeconds(5);

  private final Workflow workflow;
  private final LiveRuns turns;
  private final SandboxKeeper sandboxes;
  private Seen seen = new Seen(Map.of(), Map.of(), System.nanoTime() - FRESH.toNanos());

  /// @param sandboxes the number of sandboxes by engine
  private record Seen(Map<RunRecord.State, Long> runs, Map<String, Long> sandboxes, long nanos) {}

  RunMeters(Workflow workflow, LiveRuns turns, SandboxKeeper sandboxes) {
    this.workflow = workflow;
    this.turns = turns;
    this.sandboxes = sandboxes;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    for (RunRecord.State state : RunRecord.State.values()) {
      if (state.alive()) {
        Gauge.builder("assay.runs", this, meters -> meters.count(state))
            .tag("state", state.word())
            .register(registry);
      } else {
        FunctionCounter.builder("assay.runs.ended", this, meters -> meters.count(state))
            .tag("state", state.word())
            .register(registry);
      }
    }
    for (String engine : EngineCatalogue.ENGINES) {
      Gauge.builder("assay.sandboxes", this, meters -> meters.living(engine))
          .tag("engine", engine)
          .register(registry);
    }
    Gauge.builder("assay.turns", turns, LiveRuns::working).register(registry);
  }

  private double living(String engine) {
    return look().sandboxes().getOrDefault(engine, 0L);
  }

  private double count(RunRecord.State state) {
    return look().runs().getOrDefault(state, 0L);
  }

  private synchronized Seen look() {
    if (System.nanoTime() - seen.nanos() >= FRESH.toNanos()) {
      seen =
          new Seen(
              workflow.count(),
              sandboxes.list().stream()
                  .collect(Collectors.groupingBy(Lease::engine, Collectors.counting())),
              System.nanoTime());
    }
    return seen;
  }
}
