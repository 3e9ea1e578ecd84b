package dev.assay.validation.proof;

import dev.assay.validation.settings.ProofLevel;
import dev.assay.validation.settings.ProofRules;
import dev.assay.validation.settings.Weights;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/// Estimates from observations, with standard errors by the delta method, clustered by task.
///
/// The score is `½·(t·c_used + (1−t)·c_unused) + 35·t + 15·offline`. The share t of choices is
/// taken from runs and probes together. A run that did not use the skill counts as a run without
/// it, so the baseline contributes to c_unused. An offline run that tried no destination counts
/// like an online run.
public final class Estimation {
  private static final Spread SCORE = new Spread(28);
  private static final Spread SCORE_WITHOUT_PROBES = new Spread(42);
  private static final Spread SHARE = new Spread(35);
  private static final Spread LIFT = new Spread(.45);

  private Estimation() {}

  public static Standing of(
      ProofRules rules, List<TaskObservation> observations, Negatives negatives) {
    if (observations.isEmpty()) {
      throw new IllegalArgumentException("Nothing is known without a task.");
    }
    List<Cluster> clusters = clusters(rules.level(), observations);
    double[] counts = of(clusters, Cluster::choices);
    Ratio trigger = Ratio.of(of(clusters, Cluster::chosen), counts, 0);
    double overall =
        Ratio.of(of(clusters, Cluster::completed), of(clusters, Cluster::runs), 0).value();
    Ratio used = Ratio.of(of(clusters, Cluster::used), of(clusters, Cluster::usedRuns), overall);
    Ratio unused =
        Ratio.of(of(clusters, Cluster::unused), of(clusters, Cluster::unusedRuns), overall);
    double t = trigger.value();
    double completion = t * used.value() + (1 - t) * unused.value();
    OfflineTerm offline = OfflineTerm.of(destinations(observations));
    Weights weights = rules.policy().weights();
    double[] completed = new double[clusters.size()];
    double[] scored = new double[clusters.size()];
    double[] triggered = new double[clusters.size()];
    for (int task = 0; task < clusters.size(); task++) {
      double choice = trigger.influence(task);
      double done =
          (used.value() - unused.value()) * choice
              + t * used.influence(task)
              + (1 - t) * unused.influence(task);
      completed[task] = 100 * done;
      triggered[task] = 100 * choice;
      scored[task] = weights.completion() * done + weights.trigger() * choice;
    }
    double points = weights.offline();
    return new Standing(
        clusters.size(),
        (int) clusters.stream().filter(Cluster::paired).count(),
        (rules.level() == ProofLevel.QUICK ? SCORE_WITHOUT_PROBES : SCORE)
            .of(
                weights.completion() * completion
                    + weights.trigger() * t
                    + points * offline.value(),
                scored,
                points * points * offline.variance()),
        SHARE.of(100 * completion, completed, 0),
        SHARE.of(100 * t, triggered, 0),
        100 * offline.value(),
        lift(clusters),
        negatives);
  }

  /// Returns the mean difference between both arms of the same task.
  private static Optional<Estimate> lift(List<Cluster> clusters) {
    List<Cluster> pairs = clusters.stream().filter(Cluster::paired).toList();
    if (pairs.isEmpty()) {
      return Optional.empty();
    }
    Ratio difference = Ratio.of(of(pairs, Cluster::difference), of(pairs, _ -> 1), 0);
    return Optional.of(LIFT.of(difference.value(), difference.influences(), 0));
  }

  private static Collection<Integer> destinations(List<TaskObservation> observations) {
    return observations.stream()
        .flatMap(each -> each.offline().stream())
        .map(TaskObservation.Offline::destinations)
        .toList();
  }

  private static List<Cluster> clusters(ProofLevel level, List<TaskObservation> observations) {
    Map<String, Cluster> clusters = new LinkedHashMap<>();
    for (TaskObservation each : observations) {
      clusters.computeIfAbsent(each.task(), _ -> new Cluster()).add(level, each);
    }
    return new ArrayList<>(clusters.values());
  }

  private static double[] of(List<Cluster> clusters, ToDoubleFunction<Cluster> value) {
    return clusters.stream().mapToDouble(value).toArray();
  }
}
