package dev.assay.validation.evidence;

import dev.assay.validation.proof.Estimate;
import dev.assay.validation.proof.Interval;
import dev.assay.validation.proof.Standing;
import dev.assay.validation.settings.ProofLevel;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The confidence of a verdict, as pages and reports show it.
///
/// @param level the level: `quick`, `standard` or `thorough`
/// @param tasks the number of distinct tasks
/// @param pairs the number of tasks that were also done without the skill
/// @param chanceAboveLine the probability that the true score is at least the line
/// @param negatives the number of tasks that the skill should leave alone
/// @param grabbed the number of those for which it was chosen
/// @param notMeasured the values about which there is no evidence
/// @param words the summary in one line
/// @param calibration the gate's own measured errors; empty in a rehearsal
/// @param effort the difference in tokens and time from trials without the skill
public record ProofSummary(
    String level,
    int tasks,
    int pairs,
    Range score,
    BigDecimal chanceAboveLine,
    Optional<Range> lift,
    int negatives,
    int grabbed,
    List<String> notMeasured,
    String words,
    String calibration,
    Optional<Effort> effort) {
  /// The mean effort that the skill adds to a task or saves.
  ///
  /// @param tokens the additional tokens; negative if the skill saves some
  /// @param millis the additional time; negative if the skill saves some
  public record Effort(int pairs, long tokens, long millis) {
    String words() {
      return String.format(
          Locale.ROOT, "with it %+,d tokens and %+.1f s per task", tokens, millis / 1000.0);
    }
  }

  /// A value with its 90 % interval.
  public record Range(BigDecimal value, BigDecimal low, BigDecimal high) {
    static Range of(Estimate estimate, int decimals, Interval possible) {
      Interval interval = estimate.interval().within(possible.low(), possible.high());
      return new Range(
          rounded(estimate.value(), decimals),
          rounded(interval.low(), decimals),
          rounded(interval.high(), decimals));
    }
  }

  public ProofSummary {
    notMeasured = List.copyOf(notMeasured);
  }

  /// @param line the score that passes
  public static ProofSummary of(ProofLevel level, Standing standing, int line) {
    List<String> missing = new ArrayList<>();
    if (standing.lift().isEmpty()) {
      missing.add("lift: what agents do without the skill");
    }
    if (!standing.negatives().measured()) {
      missing.add("negatives: whether it is chosen for work of others");
    }
    return new ProofSummary(
        level.word(),
        standing.tasks(),
        standing.pairs(),
        Range.of(standing.score(), 1, new Interval(0, 100)),
        rounded(standing.score().chanceAbove(line), 2),
        standing.lift().map(lift -> Range.of(lift, 2, new Interval(-1, 1))),
        standing.negatives().tried(),
        standing.negatives().grabbed(),
        missing,
        words(standing, line),
        "",
        Optional.empty());
  }

  /// Returns the summary with the parts that were not reached.
  public ProofSummary without(List<String> unreached) {
    List<String> missing = new ArrayList<>(notMeasured);
    missing.addAll(unreached);
    return new ProofSummary(
        level,
        tasks,
        pairs,
        score,
        chanceAboveLine,
        lift,
        negatives,
        grabbed,
        missing,
        words,
        calibration,
        effort);
  }

  /// Returns the summary with the effort of the skill.
  public ProofSummary spending(Optional<Effort> found) {
    return new ProofSummary(
        level,
        tasks,
        pairs,
        score,
        chanceAboveLine,
        lift,
        negatives,
        grabbed,
        notMeasured,
        words + found.map(each -> "; " + each.words()).orElse(""),
        calibration,
        found);
  }

  /// Returns the summary with the gate's own measured errors.
  public ProofSummary calibrated(String known) {
    return new ProofSummary(
        level,
        tasks,
        pairs,
        score,
        chanceAboveLine,
        lift,
        negatives,
        grabbed,
        notMeasured,
        known.isEmpty() ? words : words + "; " + known,
        known,
        effort);
  }

  private static String words(Standing standing, int line) {
    Interval score = standing.score().interval();
    StringBuilder words =
        new StringBuilder(
            "%.0f ± %.0f (90 %%), line %d, chance above the line %.2f, %d tasks"
                .formatted(
                    standing.score().value(),
                    (score.high() - score.low()) / 2,
                    line,
                    standing.score().chanceAbove(line),
                    standing.tasks()));
    standing
        .lift()
        .ifPresent(
            lift ->
                words.append(
                    String.format(
                        Locale.ROOT,
                        "; lift %+.2f [%.2f, %.2f]",
                        lift.value(),
                        lift.interval().low(),
                        lift.interval().high())));
    if (standing.negatives().tried() > 0) {
      words.append(
          "; grabs %d of %d"
              .formatted(standing.negatives().grabbed(), standing.negatives().tried()));
    }
    return words.toString();
  }

  private static BigDecimal rounded(double value, int decimals) {
    return BigDecimal.valueOf(value).setScale(decimals, RoundingMode.HALF_UP);
  }
}
