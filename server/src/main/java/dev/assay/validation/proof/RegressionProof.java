package dev.assay.validation.proof;

import dev.assay.validation.proof.RegressionPairs.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Separates regressions from chance. A task that ends badly once in the candidate is a suspect.
/// Its skill is tried again in new pairs: first {@link #FIRST}, then {@link #SECOND} if necessary,
/// and {@link #MOST} while it still looks worse. It has regressed only if the result remains
/// significant after Holm's correction. The correction counts every suspect. The run that raised a
/// suspicion is not evidence for it. The probability of any false charge among all tasks of all
/// admitted skills therefore stays below the error level.
///
/// The first look may use a fifth of the allowed error; the other two share the rest.
public final class RegressionProof {
  public static final int FIRST = 3;
  public static final int SECOND = 10;
  public static final int MOST = 20;

  private static final double FIRST_LEVEL = .01;
  private static final double LATER_LEVEL = .02;
  private static final double LOOKS_WORSE = .2;
  private static final double MAY_BE_WORSE = .5;

  private RegressionProof() {}

  private record Charge(RegressionPairs pairs, Kind kind, double chance) {}

  /// @param suspects all suspects, including those already decided
  /// @return one decision for each suspect, in their order
  public static List<RegressionDecision> decide(List<RegressionPairs> suspects) {
    List<Charge> charges = new ArrayList<>();
    for (RegressionPairs each : suspects) {
      for (Kind kind : Kind.values()) {
        charges.add(new Charge(each, kind, each.chance(kind)));
      }
    }
    charges.sort(Comparator.comparingDouble(Charge::chance));
    List<Charge> corrected = corrected(charges);
    return suspects.stream().map(each -> decide(each, corrected)).toList();
  }

  /// Applies Holm's correction: the smallest value times the count, the next times the count minus
  /// one, and so on. A corrected value is never less than the one before.
  private static List<Charge> corrected(List<Charge> sorted) {
    List<Charge> corrected = new ArrayList<>();
    double least = 0;
    for (int index = 0; index < sorted.size(); index++) {
      Charge charge = sorted.get(index);
      least = Math.max(least, Math.min(1, charge.chance() * (sorted.size() - index)));
      corrected.add(new Charge(charge.pairs(), charge.kind(), least));
    }
    return corrected;
  }

  private static RegressionDecision decide(RegressionPairs pairs, List<Charge> corrected) {
    if (pairs.pairs() < FIRST) {
      return new RegressionDecision.Continue(pairs.skill(), FIRST);
    }
    boolean first = pairs.pairs() < SECOND;
    Optional<RegressionDecision> regressed =
        find(
            pairs, corrected, first ? FIRST_LEVEL : LATER_LEVEL, RegressionDecision.Regressed::new);
    if (regressed.isPresent()) {
      return regressed.get();
    }
    if (first) {
      boolean lost = pairs.lost(Kind.BROKEN) > 0 || pairs.lost(Kind.DISPLACED) > 0;
      return lost
          ? new RegressionDecision.Continue(pairs.skill(), SECOND)
          : new RegressionDecision.Cleared(pairs.skill());
    }
    boolean last = pairs.pairs() >= MOST;
    return find(
            pairs,
            corrected,
            last ? LOOKS_WORSE : MAY_BE_WORSE,
            last
                ? RegressionDecision.Suspected::new
                : (skill, _, _) -> new RegressionDecision.Continue(skill, MOST))
        .orElseGet(() -> new RegressionDecision.Cleared(pairs.skill()));
  }

  @FunctionalInterface
  private interface Finding {
    RegressionDecision of(String skill, Kind kind, double chance);
  }

  private static Optional<RegressionDecision> find(
      RegressionPairs pairs, List<Charge> corrected, double level, Finding finding) {
    for (Kind kind : Kind.values()) {
      double chance = chance(pairs, kind, corrected);
      if (chance <= level) {
        return Optional.of(finding.of(pairs.skill(), kind, chance));
      }
    }
    return Optional.empty();
  }

  private static double chance(RegressionPairs pairs, Kind kind, List<Charge> corrected) {
    return corrected.stream()
        .filter(each -> each.pairs().equals(pairs) && each.kind() == kind)
        .mapToDouble(Charge::chance)
        .findFirst()
        .orElseThrow();
  }
}
