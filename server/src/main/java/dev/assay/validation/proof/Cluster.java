package dev.assay.validation.proof;

import dev.assay.validation.settings.ProofLevel;

/// The sums over the observations of one task.
final class Cluster {
  private final Sum choices = new Sum();
  private final Sum used = new Sum();
  private final Sum notUsed = new Sum();
  private final Sum baseline = new Sum();

  private static final class Sum {
    private double total;
    private int count;

    void add(double value) {
      total += value;
      count++;
    }

    double mean() {
      return total / count;
    }
  }

  void add(ProofLevel level, TaskObservation observation) {
    add(observation.with());
    for (int probe = 0; probe < observation.probes(); probe++) {
      choices.add(probe < observation.chosen() ? 1 : 0);
    }
    if (level != ProofLevel.QUICK) { // QUICK leaves them out
      observation.offline().ifPresent(this::add);
    }
    observation.baseline().ifPresent(baseline::add);
  }

  private void add(TaskObservation.Attempt attempt) {
    choices.add(attempt.used() ? 1 : 0);
    (attempt.used() ? used : notUsed).add(attempt.completion());
  }

  /// Adds an offline observation. A run that tried to reach the network says nothing about its
  /// completion online, but its choice of the skill counts.
  private void add(TaskObservation.Offline offline) {
    if (offline.destinations() == 0) {
      add(new TaskObservation.Attempt(offline.completion(), offline.used()));
    } else {
      choices.add(offline.used() ? 1 : 0);
    }
  }

  double choices() {
    return choices.count;
  }

  double chosen() {
    return choices.total;
  }

  double used() {
    return used.total;
  }

  double usedRuns() {
    return used.count;
  }

  double unused() {
    return notUsed.total + baseline.total;
  }

  double unusedRuns() {
    return notUsed.count + baseline.count;
  }

  double completed() {
    return used.total + notUsed.total;
  }

  double runs() {
    return used.count + notUsed.count;
  }

  boolean paired() {
    return baseline.count > 0;
  }

  double difference() {
    return completed() / runs() - baseline.mean();
  }
}
