package dev.assay.validation.evidence;

import dev.assay.validation.decision.Reason;
import dev.assay.validation.scoring.Score;
import dev.assay.validation.settings.ScoringPolicy;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The result of a run. It holds enough to show the verdict and its reasons without the
/// transcripts.
///
/// @param outcome the outcome: `passed`, `failed` or `held`; a person decides about a held skill
/// @param held the reasons why a person has to decide
/// @param warnings the warnings for a reviewer of a skill that passed
/// @param environment the kind of environment for its packages: `shared` or `per-skill`
/// @param base the origin of the image
/// @param architecture the tested processor architecture
/// @param engine the engine of its sandboxes
/// @param proof the confidence of the verdict
/// @param findings the findings that explain the verdict, the likeliest cause first
/// @param notReached the parts of `online`, `offline` and `layer2` that were not reached
/// @param offlineWords the skill's behaviour offline, in one sentence
/// @param undeclaredHosts the undeclared hosts that it reached or tried to reach
/// @param conflicts the conflicts with admitted skills
/// @param installed the versions of the packages installed for it, by ecosystem and name
/// @param executors the outcome of each model that did the tasks; scores, tasks and proof are those
///   of the model whose score counts
/// @param executorPolicy the number of models that have to prove it: `all`, `any` or `majority`
/// @param judgeChecks the transcripts that were judged more than once
public record Result(
    String skill,
    int version,
    String digest,
    String outcome,
    List<Reason> reasons,
    List<String> warnings,
    Optional<Scores> scores,
    List<TaskResult> tasks,
    Packages packages,
    List<RegressionLine> regressions,
    boolean rehearsal,
    String image,
    String environment,
    String base,
    String architecture,
    String engine,
    List<String> held,
    Optional<ProofSummary> proof,
    List<ResultFinding> findings,
    List<String> notReached,
    String offlineWords,
    List<String> undeclaredHosts,
    List<PackageConflict> conflicts,
    Map<String, Map<String, String>> installed,
    List<ExecutorLine> executors,
    String executorPolicy,
    List<JudgeCheck> judgeChecks) {
  /// The scores with the values from which they are computed.
  public record Scores(
      BigDecimal completion,
      BigDecimal trigger,
      BigDecimal offline,
      BigDecimal overall,
      BigDecimal offlineCompletion,
      int attempts,
      boolean offlineCapable,
      int threshold,
      Weights weights) {
    /// Returns the scores, or empty if there are none.
    public static Optional<Scores> of(Score score) {
      return switch (score) {
        case Score.Scored scored ->
            Optional.of(
                new Scores(
                    scored.completion(),
                    scored.trigger(),
                    scored.offline(),
                    scored.overall(),
                    scored.offlineCompletion(),
                    scored.attempts(),
                    scored.offlineCapable(),
                    scored.policy().threshold(),
                    Weights.of(scored.policy())));
        case Score.Stopped _, Score.Missing _ -> Optional.empty();
      };
    }
  }

  public record Weights(BigDecimal completion, BigDecimal trigger, BigDecimal offline) {
    static Weights of(ScoringPolicy policy) {
      return new Weights(
          BigDecimal.valueOf(policy.weights().completion(), 2),
          BigDecimal.valueOf(policy.weights().trigger(), 2),
          BigDecimal.valueOf(policy.weights().offline(), 2));
    }
  }

  /// The attempts at one task, online and offline.
  public record TaskResult(
      String task, String prompt, Optional<Attempt> online, Optional<Attempt> offline) {}

  /// @param analysis the judge's analysis
  /// @param checked the answer of the task's own checker; empty if the task has none
  public record Attempt(
      int score,
      String analysis,
      String reason,
      List<String> met,
      List<String> missed,
      List<String> skillsUsed,
      boolean activated,
      List<String> network,
      List<String> installs,
      String ending,
      TaskRun.Used used,
      Optional<Checked> checked) {

    /// Returns the attempt; empty if it was not judged.
    ///
    /// @param skill the skill for which the task is meant
    static Optional<Attempt> of(Trial trial, String skill) {
      TaskRun done = trial.done();
      return trial
          .grade()
          .flatMap(Grade::judgement)
          .map(
              judged ->
                  new Attempt(
                      judged.score(),
                      judged.analysis(),
                      judged.reason(),
                      judged.requirementsMet(),
                      judged.requirementsMissed(),
                      done.activations().stream()
                          .map(each -> each.skill().text())
                          .distinct()
                          .toList(),
                      done.activated(skill),
                      done.attempts().isEmpty() ? done.destinations() : done.attempts(),
                      done.installs(),
                      done.ending(),
                      done.used(),
                      trial.grade().flatMap(Grade::checked)));
    }
  }

  /// @param built the packages that were built here from sources
  /// @param noticed files that take effect by themselves, and other notes for a reviewer
  /// @param unmet needs in the skill's text beyond packages; the commands for them were not run
  public record Packages(
      List<String> declared,
      List<String> needed,
      List<String> extra,
      List<String> built,
      List<String> noticed,
      List<String> unmet,
      List<String> conflicts) {}

  /// A package on which admitted skills rely and that would change for them.
  ///
  /// @param resolved whether the change is harmless: every affected skill allows the new version
  /// @param reason the reason why the conflict is resolved, or why not
  /// @param recommendation the declaration that would help; empty if none is known
  public record PackageConflict(
      String packageName,
      Optional<String> existingVersion,
      Optional<String> newVersion,
      List<String> affectedSkills,
      boolean resolved,
      String reason,
      String recommendation) {}

  public record RegressionLine(String skill, int tasks, List<String> regressions) {}

  public Result {
    reasons = List.copyOf(reasons);
    warnings = List.copyOf(warnings);
    tasks = List.copyOf(tasks);
    regressions = List.copyOf(regressions);
    held = List.copyOf(held);
    findings = List.copyOf(findings);
    notReached = List.copyOf(notReached);
    undeclaredHosts = List.copyOf(undeclaredHosts);
    conflicts = List.copyOf(conflicts);
    installed = Map.copyOf(installed);
    executors = List.copyOf(executors);
    judgeChecks = List.copyOf(judgeChecks);
  }

  public boolean passed() {
    return outcome.equals("passed");
  }

  /// Tests whether a reviewer may approve the skill.
  public boolean approvable() {
    return passed() || outcome.equals("held");
  }
}
