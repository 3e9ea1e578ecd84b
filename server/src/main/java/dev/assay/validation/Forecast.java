package dev.assay.validation;

import dev.assay.skill.model.Purpose;
import dev.assay.validation.proof.Negatives;
import dev.assay.validation.settings.ProofLevel;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.EnumMap;
import java.util.Map;

/// A rough forecast of a validation's effort. The lower bound assumes that the answer is clear
/// after the first tasks; the upper bound assumes that it never is. Retests of suspects among
/// approved skills are not included.
///
/// @param level the level: `quick`, `standard` or `thorough`
/// @param calls the number of calls to models
/// @param cost the cost in the currency of the configured prices; zero if there are none
/// @param basis the source of the costs
/// @param words the forecast in one line; empty if no model is asked
public record Forecast(String level, Range calls, Range cost, String basis, String words) {
  /// The number of model calls for a task: the agent looks, works and answers.
  private static final int PER_TASK = 3;

  private static final int REGRESSION_TASKS = 3;

  /// The forecast if no model is asked.
  static final Forecast NOTHING =
      new Forecast("quick", Range.NONE, Range.NONE, "no model is asked", "");

  public record Range(BigDecimal least, BigDecimal most) {
    static final Range NONE = new Range(BigDecimal.ZERO, BigDecimal.ZERO);

    String shown() {
      String low = least.stripTrailingZeros().toPlainString();
      String high = most.stripTrailingZeros().toPlainString();
      return low.equals(high) ? low : low + " to " + high;
    }
  }

  /// @param others the number of approved skills that are tested again
  /// @param portions the number of portions of the skill's text that a model reads; 0 if none reads
  ///   it
  /// @param perCall the cost of one call by purpose
  static Forecast of(
      ProofLevel level, int others, int portions, Map<Purpose, BigDecimal> perCall, String basis) {
    Map<Purpose, Integer> least = calls(level, level.first(), others);
    Map<Purpose, Integer> most = calls(level, level.most(), others);
    least.put(Purpose.INSPECT, portions);
    most.put(Purpose.INSPECT, portions);
    Range calls = new Range(sum(least), sum(most));
    Range cost = new Range(cost(least, perCall), cost(most, perCall));
    return new Forecast(
        level.word(),
        calls,
        cost,
        basis,
        "%s: about %s calls to models%s"
            .formatted(
                level.word(),
                calls.shown(),
                cost.most().signum() == 0
                    ? ", cost unknown (" + basis + ")"
                    : ", cost " + cost.shown() + " (" + basis + ")"));
  }

  private static Map<Purpose, Integer> calls(ProofLevel level, int tasks, int others) {
    boolean paired = level != ProofLevel.QUICK;
    int trials =
        tasks * (paired ? 2 : 1) + Math.min(tasks, level.offline()) + others * REGRESSION_TASKS;
    int probes = tasks * level.probes() + (paired ? Negatives.PLANNED : 0);
    Map<Purpose, Integer> calls = new EnumMap<>(Purpose.class);
    calls.put(Purpose.INSTALL, 1);
    calls.put(Purpose.WRITE_TASKS, level.writings(tasks) + (paired ? 1 : 0));
    calls.put(Purpose.EXECUTE, trials * PER_TASK + probes);
    calls.put(Purpose.JUDGE, trials + (paired ? JudgeChecks.SAMPLE : 0));
    calls.put(Purpose.ASSESS, 1);
    calls.put(Purpose.REPORT, 1);
    return calls;
  }

  private static BigDecimal sum(Map<Purpose, Integer> calls) {
    return BigDecimal.valueOf(calls.values().stream().mapToInt(Integer::intValue).sum());
  }

  private static BigDecimal cost(Map<Purpose, Integer> calls, Map<Purpose, BigDecimal> perCall) {
    return calls.entrySet().stream()
        .map(
            each ->
                perCall
                    .getOrDefault(each.getKey(), BigDecimal.ZERO)
                    .multiply(BigDecimal.valueOf(each.getValue())))
        .reduce(BigDecimal.ZERO, BigDecimal::add)
        .setScale(4, RoundingMode.HALF_UP);
  }
}
