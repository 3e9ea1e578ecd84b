package dev.assay.wire;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/// The scores of a skill's last validation, as the skill keeps them.
///
/// @param proof the confidence of the verdict
/// @param executors the models that did the tasks
/// @param executorPolicy the number of executors that have to prove it: `all`, `any` or `majority`
public record SkillScores(
    BigDecimal completionScore,
    BigDecimal triggerScore,
    BigDecimal offlineScore,
    BigDecimal overall,
    BigDecimal offlineCompletion,
    int attempts,
    boolean offlineCapable,
    int threshold,
    VerdictScores.Weights weights,
    Optional<VerdictProof> proof,
    List<Model> executors,
    String executorPolicy) {
  public SkillScores {
    executors = List.copyOf(executors);
  }

  /// A model that did the tasks.
  ///
  /// @param overall the overall score, if every part was measured
  /// @param proof the confidence in one line
  public record Model(
      String model, String outcome, Optional<BigDecimal> overall, Optional<String> proof) {}

  /// Returns the scores alone.
  public VerdictScores scores() {
    return new VerdictScores(
        completionScore,
        triggerScore,
        offlineScore,
        overall,
        offlineCompletion,
        attempts,
        offlineCapable,
        threshold,
        weights);
  }
}
