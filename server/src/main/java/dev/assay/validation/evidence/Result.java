package dev.assay.validation.evidence;

import dev.assay.validation.decision.Reason;
import dev.assay.validation.scoring.Score;
import dev.assay.validation.settings.ScoringPolicy;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// What a run came to: enough to show the verdict and why, without the transcripts.
///
/// @param outcome `passed`, `failed` or `held`: a person has to decide
/// @param held why a person has to decide
/// @param warnings what a reviewer should know of a skill that passed
/// @param environment `shared` or `per-skill`: where its packages were to go
/// @param base what the image was made from; empty in older records
/// @param architecture the processor it was tested on; empty in older records
/// @param engine what made its sandboxes; empty in older records
/// @param proof how sure the verdict is; empty in older records
/// @param findings why it is so, the likeliest cause first; empty in older records
/// @param notReached of `online`, `offline` and `layer2`; empty in older records
/// @param offlineWords how it works offline, in one sentence; empty in older records
/// @param undeclaredHosts what it reached, or tried to reach, without naming it
/// @param conflicts with admitted skills
/// @param installed what came into the image for it, name to version by ecosystem
/// @param executors what each model came to that did the tasks; scores, tasks and proof are those
///   of the one whose score counts
/// @param executorPolicy `all`, `any` or `majority`: how many of them have to prove it
/// @param judgeChecks transcripts that were judged more than once
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
  /// The scores with what they follow from.
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
    /// Empty if there are none.
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

  /// One task, online beside offline.
  public record TaskResult(
      String task, String prompt, Optional<Attempt> online, Optional<Attempt> offline) {}

  /// @param analysis of the judge; empty in older records
  /// @param checked what the task's own program said; empty if it has none
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
    public Attempt {
      checked = Objects.requireNonNullElse(checked, Optional.empty());
      analysis = Objects.requireNonNullElse(analysis, "");
    }

    /// Empty if it was not judged.
    ///
    /// @param skill the one the task is meant for
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

  /// @param built packages that were built here from sources
  /// @param noticed files that take effect by themselves, and other things for a reviewer to know
  /// @param unmet what the skill's text asks to be fetched beside packages, which was not run
  public record Packages(
      List<String> declared,
      List<String> needed,
      List<String> extra,
      List<String> built,
      List<String> noticed,
      List<String> unmet,
      List<String> conflicts) {
    public Packages {
      built = Objects.requireNonNullElse(built, List.of()); // not in older records
      noticed = Objects.requireNonNullElse(noticed, List.of());
      unmet = Objects.requireNonNullElse(unmet, List.of());
    }
  }

  /// A package that admitted skills rely on and that would change under them.
  ///
  /// @param resolved whether it can do no harm: every affected skill allows the new version
  /// @param reason why it is resolved, or why not
  /// @param recommendation what the skill can declare; empty if nothing is known
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
    environment =
        Objects.requireNonNullElse(
            environment, ScoringPolicy.Environment.SHARED.word()); // older records
    base = Objects.requireNonNullElse(base, "");
    architecture = Objects.requireNonNullElse(architecture, "");
    engine = Objects.requireNonNullElse(engine, "");
    held = List.copyOf(Objects.requireNonNullElse(held, List.of()));
    proof = Objects.requireNonNullElse(proof, Optional.empty());
    findings = List.copyOf(Objects.requireNonNullElse(findings, List.of()));
    notReached = List.copyOf(Objects.requireNonNullElse(notReached, List.of()));
    offlineWords = Objects.requireNonNullElse(offlineWords, "");
    undeclaredHosts = List.copyOf(Objects.requireNonNullElse(undeclaredHosts, List.of()));
    conflicts = List.copyOf(Objects.requireNonNullElse(conflicts, List.of()));
    installed = Map.copyOf(Objects.requireNonNullElse(installed, Map.of()));
    executors = List.copyOf(Objects.requireNonNullElse(executors, List.of()));
    executorPolicy = Objects.requireNonNullElse(executorPolicy, "all");
    judgeChecks = List.copyOf(Objects.requireNonNullElse(judgeChecks, List.of()));
  }

  public boolean passed() {
    return outcome.equals("passed");
  }

  /// Whether a reviewer may approve it.
  public boolean approvable() {
    return passed() || outcome.equals("held");
  }
}
