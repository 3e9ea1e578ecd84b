package dev.assay.cli.calibrate;

import dev.assay.cli.calibrate.Measured.Outcome;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/// The findings of a calibration about the gate. Inconclusive validations are counted separately.
record Findings(List<Measured> all) {
  private static final int FEWEST_PAIRS = 20;
  private static final List<Integer> BANDS = List.of(0, 46, 54, 62, 70, 78, 86, 94, 101);

  Findings {
    all = List.copyOf(all);
  }

  private List<Measured> conclusive() {
    return all.stream().filter(each -> each.outcome() != Outcome.INCONCLUSIVE).toList();
  }

  private Share share(Predicate<Measured> among, Outcome outcome) {
    List<Measured> found = conclusive().stream().filter(among).toList();
    return new Share(
        (int) found.stream().filter(each -> each.outcome() == outcome).count(), found.size());
  }

  Share falseReject() {
    return share(each -> each.mutation().good(), Outcome.FAILED);
  }

  Share goodHeld() {
    return share(each -> each.mutation().good(), Outcome.HELD);
  }

  Share falseAccept() {
    return share(each -> !each.mutation().good(), Outcome.PASSED);
  }

  Share held() {
    return share(_ -> true, Outcome.HELD);
  }

  /// The share of accepted skills for each mutation that was tried.
  Map<Mutation, Share> falseAccepts() {
    Map<Mutation, Share> shares = new EnumMap<>(Mutation.class);
    for (Mutation mutation : Mutation.values()) {
      Share share = share(each -> each.mutation() == mutation, Outcome.PASSED);
      if (!mutation.good() && share.of() > 0) {
        shares.put(mutation, share);
      }
    }
    return shares;
  }

  /// The share of pairs of validations of the same skill in which one passed and the other failed.
  Share flips() {
    int flips = 0;
    int pairs = 0;
    for (List<Measured> same : variants().values()) {
      int passed = count(same, Outcome.PASSED);
      int failed = count(same, Outcome.FAILED);
      flips += passed * failed;
      pairs += same.size() * (same.size() - 1) / 2;
    }
    return new Share(flips, pairs);
  }

  private static int count(Collection<Measured> measured, Outcome outcome) {
    return (int) measured.stream().filter(each -> each.outcome() == outcome).count();
  }

  private Map<String, List<Measured>> variants() {
    Map<String, List<Measured>> variants = new TreeMap<>();
    for (Measured each : conclusive()) {
      variants
          .computeIfAbsent(each.skill() + " " + each.mutation().word(), _ -> new ArrayList<>())
          .add(each);
    }
    return variants;
  }

  /// The share of passed validations by the mean score of a skill.
  Map<String, Share> bands() {
    Map<String, Share> bands = new LinkedHashMap<>();
    for (int band = 0; band < BANDS.size() - 1; band++) {
      int low = BANDS.get(band);
      int high = BANDS.get(band + 1);
      int passed = 0;
      int of = 0;
      for (List<Measured> same : variants().values()) {
        double mean =
            same.stream().mapToDouble(each -> each.overall().orElse(0.0)).average().orElse(0);
        if (mean >= low && mean < high) {
          passed += count(same, Outcome.PASSED);
          of += same.size();
        }
      }
      if (of > 0) {
        bands.put("%d to %d".formatted(low, Math.min(high, 100)), new Share(passed, of));
      }
    }
    return bands;
  }

  /// The correlation between the online and the offline grade of the same task, for good skills.
  Optional<Double> taskCorrelation() {
    List<int[]> pairs =
        all.stream()
            .filter(each -> each.mutation().good())
            .flatMap(each -> each.pairs().stream())
            .toList();
    double one = pairs.stream().mapToInt(each -> each[0]).average().orElse(0);
    double other = pairs.stream().mapToInt(each -> each[1]).average().orElse(0);
    double both = 0;
    double first = 0;
    double second = 0;
    for (int[] each : pairs) {
      both += (each[0] - one) * (each[1] - other);
      first += (each[0] - one) * (each[0] - one);
      second += (each[1] - other) * (each[1] - other);
    }
    return pairs.size() < FEWEST_PAIRS || first == 0 || second == 0
        ? Optional.empty()
        : Optional.of(both / Math.sqrt(first * second));
  }

  /// The standard deviation of a single grade, from transcripts that were judged twice.
  Optional<Double> judgeNoise() {
    List<int[]> twice = all.stream().flatMap(each -> each.rejudged().stream()).toList();
    return twice.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Math.sqrt(
                twice.stream()
                    .mapToDouble(each -> (each[1] - each[0]) * (each[1] - each[0]) / 2.0)
                    .average()
                    .orElse(0)));
  }

  /// The mean difference between the grades of the judge and of the second judge. A positive value
  /// means that the judge is more lenient.
  Optional<Double> judgeBias() {
    List<int[]> both = all.stream().flatMap(each -> each.second().stream()).toList();
    return both.isEmpty()
        ? Optional.empty()
        : Optional.of(both.stream().mapToInt(each -> each[0] - each[1]).average().orElse(0));
  }

  int inconclusive() {
    return all.size() - conclusive().size();
  }

  long calls() {
    return all.stream().mapToLong(Measured::calls).sum();
  }

  long tokens() {
    return all.stream().mapToLong(each -> each.inputTokens() + each.outputTokens()).sum();
  }

  BigDecimal cost() {
    return all.stream().map(Measured::cost).reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  /// The models by purpose; empty in a rehearsal.
  Map<String, String> models() {
    Map<String, String> models = new TreeMap<>();
    all.forEach(each -> models.putAll(each.models()));
    return models;
  }
}
