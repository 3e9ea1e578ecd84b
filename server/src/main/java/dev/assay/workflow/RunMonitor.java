package dev.assay.workflow;

import dev.assay.workflow.stop.Cause;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Watches the runs that this server holds. It stops a run that is cancelled, that is out of time,
/// or that another server has taken over.
final class RunMonitor {
  private record Standing(long epoch, @Nullable String cancelledBy) {}

  private final JdbcClient jdbc;
  private final Map<UUID, Execution> held = new ConcurrentHashMap<>();

  RunMonitor(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// Begins to watch a run; one whose time is already over is stopped before it is executed. If
  /// this server was taken for dead and got its own run again, its earlier execution is stopped.
  void add(UUID run, Execution execution) {
    if (execution.overdue()) {
      execution.stop(Cause.TIMED_OUT);
    }
    Execution before = held.put(run, execution);
    if (before != null) {
      before.stop(Cause.FENCED);
    }
  }

  /// The execution of a run on this server, unless another server has taken the run over.
  Optional<Execution> find(UUID run) {
    return Optional.ofNullable(held.get(run)).filter(execution -> !execution.isLost());
  }

  boolean holds(UUID run) {
    return find(run).isPresent();
  }

  void remove(UUID run, Execution execution) {
    held.remove(run, execution);
  }

  void glance() {
    if (held.isEmpty()) {
      return;
    }
    Map<UUID, Execution> now = Map.copyOf(held);
    Map<UUID, Standing> standings = standings(now);
    now.forEach(
        (run, execution) -> {
          Standing standing = standings.get(run);
          if (standing == null || standing.epoch() != execution.epoch()) {
            execution.stop(Cause.FENCED);
          } else if (standing.cancelledBy() != null) {
            execution.cancel(standing.cancelledBy());
          } else if (execution.overdue()) {
            execution.stop(Cause.TIMED_OUT);
          }
          execution.urge();
        });
  }

  /// Writes down the used part of each run's time. It must be called every few seconds, and when
  /// this server stops.
  void noteUse() {
    held.values().forEach(Execution::noteUse);
  }

  boolean isWorking() {
    return !held.isEmpty();
  }

  void stopAll() {
    held.values().forEach(execution -> execution.stop(Cause.SHUTDOWN));
  }

  private Map<UUID, Standing> standings(Map<UUID, Execution> runs) {
    Map<UUID, Standing> standings = new HashMap<>();
    jdbc.sql(
            "select id, epoch, cancelled_by from workflow_run where state = 'running' and id in (:ids)")
        .param("ids", runs.keySet())
        .query(
            row -> {
              standings.put(
                  row.getObject("id", UUID.class),
                  new Standing(row.getLong("epoch"), row.getString("cancelled_by")));
            });
    return standings;
  }
}
