package dev.assay.wire;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The published result of one validation. `assets/result.schema.json` describes its JSON.
///
/// @param outcome the outcome: `passed`, `failed` or `held`
/// @param validationStage the stage: `completed` if a reviewer may approve the skill, else `failed`
/// @param environment the kind of environment for its packages: `shared` or `per-skill`
/// @param engine the engine of its sandboxes; left out for the model that writes the report
/// @param findings the findings that explain the verdict, the likeliest cause first
/// @param heldReasons the reasons why a person has to decide
/// @param notReached the parts of `online`, `offline` and `layer2` that were not reached
/// @param scores the scores; null if they could not all be measured
/// @param proof the confidence of the verdict; null if there is no estimate
/// @param layer2Result the second layer; null if it was not reached
/// @param installedDependencies the versions of the installed packages, by ecosystem and name
/// @param executorPolicy the number of executors that have to prove it: `all`, `any` or `majority`
/// @param rehearsalAcknowledged whether the reviewer approved it knowing that rules were used
///   instead of a model; only in reports
public record Verdict(
    UUID skillId,
    String skillName,
    int version,
    String digest,
    String outcome,
    String validationStage,
    String runtimeImageVersion,
    String base,
    String architecture,
    String environment,
    boolean rehearsal,
    Optional<String> engine,
    List<VerdictFinding> findings,
    List<Cause> reasons,
    List<String> heldReasons,
    List<String> warnings,
    List<String> notReached,
    FormatCheck formatCheck,
    List<StaticFinding> staticFindings,
    @Nullable VerdictScores scores,
    @Nullable VerdictProof proof,
    List<SecondOpinion> judgeChecks,
    List<VerdictTask> tasks,
    Layer1Result layer1Result,
    @Nullable Layer2Result layer2Result,
    PackageNeeds packages,
    Map<String, Map<String, String>> installedDependencies,
    List<RegressedSkill> regressions,
    List<VerdictExecutor> executors,
    String executorPolicy,
    ModelUsage modelUsage,
    Optional<Instant> askedAt,
    Optional<Instant> startedAt,
    Optional<Instant> validatedAt,
    Optional<Boolean> rehearsalAcknowledged) {
  public Verdict {
    findings = List.copyOf(findings);
    reasons = List.copyOf(reasons);
    heldReasons = List.copyOf(heldReasons);
    warnings = List.copyOf(warnings);
    notReached = List.copyOf(notReached);
    staticFindings = List.copyOf(staticFindings);
    judgeChecks = List.copyOf(judgeChecks);
    tasks = List.copyOf(tasks);
    regressions = List.copyOf(regressions);
    executors = List.copyOf(executors);
  }

  /// A reason for a failure: a stable code and a sentence.
  public record Cause(String code, String message) {}

  /// The check of the format. A skill with errors in its format is refused before a validation.
  public record FormatCheck(
      boolean passed, List<StaticFinding> errors, List<StaticFinding> warnings) {
    public FormatCheck {
      errors = List.copyOf(errors);
      warnings = List.copyOf(warnings);
    }
  }

  /// The further grades of a transcript that was judged more than once.
  ///
  /// @param score the grade that counts
  /// @param again the grade of the same model when it was asked again
  /// @param secondJudge the second judge's model, if one is configured
  /// @param second the second judge's grade
  public record SecondOpinion(
      String task,
      String judge,
      int score,
      @Nullable Integer again,
      @Nullable String secondJudge,
      @Nullable Integer second) {}

  /// @param declared the packages that the skill declares
  /// @param needed the packages that it also needs
  /// @param extra the packages that came with them
  /// @param built the packages that were built here from sources
  /// @param noticed files that take effect by themselves, and other notes for a reviewer
  /// @param unmet needs in the skill's text beyond packages
  public record PackageNeeds(
      List<String> declared,
      List<String> needed,
      List<String> extra,
      List<String> built,
      List<String> noticed,
      List<String> unmet) {
    public PackageNeeds {
      declared = List.copyOf(declared);
      needed = List.copyOf(needed);
      extra = List.copyOf(extra);
      built = List.copyOf(built);
      noticed = List.copyOf(noticed);
      unmet = List.copyOf(unmet);
    }
  }

  /// An admitted skill that was tested again together with this one.
  ///
  /// @param tasks the number of its tasks that were tried
  /// @param regressions the harm to it, one sentence each
  public record RegressedSkill(String skill, int tasks, List<String> regressions) {
    public RegressedSkill {
      regressions = List.copyOf(regressions);
    }
  }

  /// The models' work for this run so far.
  public record ModelUsage(
      long calls, long inputTokens, long outputTokens, long totalTokens, BigDecimal cost) {}
}
