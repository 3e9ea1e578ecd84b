package dev.assay.validation;

import dev.assay.agent.CostLine;
import dev.assay.registry.Skill;
import dev.assay.skill.Finding;
import dev.assay.skill.Severity;
import dev.assay.validation.decision.Reason;
import dev.assay.validation.evidence.Checked;
import dev.assay.validation.evidence.ExecutorLine;
import dev.assay.validation.evidence.JudgeCheck;
import dev.assay.validation.evidence.ProofSummary;
import dev.assay.validation.evidence.Result;
import dev.assay.validation.evidence.ResultFinding;
import dev.assay.validation.evidence.TaskRun;
import dev.assay.validation.fulltest.Tested;
import dev.assay.wire.FullTestVerdict;
import dev.assay.wire.SkillScores;
import dev.assay.wire.StaticFinding;
import dev.assay.wire.Verdict;
import dev.assay.wire.VerdictExecutor;
import dev.assay.wire.VerdictFinding;
import dev.assay.wire.VerdictProof;
import dev.assay.wire.VerdictScores;
import dev.assay.wire.VerdictTask;
import dev.assay.workflow.RunRecord;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Makes the published verdict from the result of a run and the facts about it.
final class PublishedVerdict {
  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

  private PublishedVerdict() {}

  static Verdict of(Result result, ResultFacts facts) {
    Skill skill = facts.skill();
    List<VerdictTask> tasks = tasks(result.tasks());
    Optional<RunRecord.Times> times = facts.run().map(RunRecord::times);
    return new Verdict(
        skill.id(),
        result.skill(),
        result.version(),
        result.digest(),
        result.outcome(),
        result.approvable() ? "completed" : "failed",
        result.image(),
        result.base(),
        result.architecture(),
        result.environment(),
        result.rehearsal(),
        facts.run().map(_ -> result.engine()),
        result.findings().stream().map(PublishedVerdict::finding).toList(),
        causes(result.reasons()),
        result.held(),
        result.warnings(),
        result.notReached(),
        new Verdict.FormatCheck(
            true,
            List.of(),
            skill.bundle().findings().stream()
                .filter(each -> !each.isEvidence() && each.severity() == Severity.WARNING)
                .map(PublishedVerdict::finding)
                .toList()),
        skill.bundle().findings().stream()
            .filter(Finding::isEvidence)
            .map(PublishedVerdict::finding)
            .toList(),
        scores(result.scores()),
        result.proof().map(PublishedVerdict::proof).orElse(null),
        result.judgeChecks().stream().map(PublishedVerdict::opinion).toList(),
        tasks,
        PublishedLayers.first(result, tasks, facts.assessment()),
        PublishedLayers.second(result),
        packages(result.packages()),
        result.installed(),
        result.regressions().stream()
            .map(each -> new Verdict.RegressedSkill(each.skill(), each.tasks(), each.regressions()))
            .toList(),
        result.executors().stream().map(PublishedVerdict::executor).toList(),
        result.executorPolicy(),
        usage(facts.spent()),
        times.map(RunRecord.Times::asked),
        times.flatMap(RunRecord.Times::started),
        times.flatMap(RunRecord.Times::ended),
        facts.acknowledged());
  }

  private static List<Verdict.Cause> causes(List<Reason> reasons) {
    return reasons.stream()
        .map(each -> new Verdict.Cause(each.code().name(), each.message()))
        .toList();
  }

  private static VerdictFinding finding(ResultFinding finding) {
    return new VerdictFinding(
        finding.code().name(),
        word(finding.severity()),
        finding.message(),
        unlessEmpty(finding.file()),
        finding.line() == 0 ? null : finding.line(),
        finding.seenIn(),
        unlessEmpty(finding.excerpt()),
        unlessEmpty(finding.hint()),
        finding.command());
  }

  private static StaticFinding finding(Finding finding) {
    return new StaticFinding(
        finding.code(),
        word(finding.severity()),
        finding.message(),
        finding.file(),
        finding.line(),
        finding.hint(),
        finding.excerpt());
  }

  private static String word(Enum<?> one) {
    return one.name().toLowerCase(Locale.ROOT);
  }

  private static @Nullable String unlessEmpty(String text) {
    return text.isEmpty() ? null : text;
  }

  static @Nullable VerdictScores scores(Optional<Result.Scores> found) {
    return found
        .map(
            scores ->
                new VerdictScores(
                    scores.completion(),
                    scores.trigger(),
                    scores.offline(),
                    scores.overall(),
                    scores.offlineCompletion(),
                    scores.attempts(),
                    scores.offlineCapable(),
                    scores.threshold(),
                    new VerdictScores.Weights(
                        scores.weights().completion(),
                        scores.weights().trigger(),
                        scores.weights().offline())))
        .orElse(null);
  }

  private static VerdictProof proof(ProofSummary proof) {
    return new VerdictProof(
        proof.level(),
        proof.tasks(),
        proof.pairs(),
        range(proof.score()),
        proof.chanceAboveLine(),
        proof.lift().map(PublishedVerdict::range).orElse(null),
        proof.negatives(),
        proof.grabbed(),
        proof.notMeasured(),
        proof.words(),
        proof.calibration(),
        proof
            .effort()
            .map(each -> new VerdictProof.Effort(each.pairs(), each.tokens(), each.millis()))
            .orElse(null));
  }

  private static VerdictProof.Range range(ProofSummary.Range range) {
    return new VerdictProof.Range(range.value(), range.low(), range.high());
  }

  private static Verdict.SecondOpinion opinion(JudgeCheck check) {
    return new Verdict.SecondOpinion(
        check.task(),
        check.judge(),
        check.score(),
        check.again().orElse(null),
        check.secondJudge().orElse(null),
        check.second().orElse(null));
  }

  private static Verdict.PackageNeeds packages(Result.Packages packages) {
    return new Verdict.PackageNeeds(
        packages.declared(),
        packages.needed(),
        packages.extra(),
        packages.built(),
        packages.noticed(),
        packages.unmet());
  }

  private static VerdictExecutor executor(ExecutorLine line) {
    return new VerdictExecutor(
        line.model(),
        line.outcome(),
        causes(line.reasons()),
        line.held(),
        line.inconclusive(),
        scores(line.scores()),
        line.proof().map(PublishedVerdict::proof).orElse(null),
        line.tasks().stream()
            .map(
                each ->
                    new VerdictExecutor.Cell(
                        each.task(),
                        each.online().orElse(null),
                        each.offline().orElse(null),
                        each.used()))
            .toList(),
        line.calls(),
        line.inputTokens(),
        line.cachedTokens(),
        line.outputTokens(),
        line.cost());
  }

  private static Verdict.ModelUsage usage(List<CostLine> lines) {
    long input = lines.stream().mapToLong(line -> line.usage().inputTokens()).sum();
    long output = lines.stream().mapToLong(line -> line.usage().outputTokens()).sum();
    return new Verdict.ModelUsage(
        lines.stream().mapToLong(CostLine::calls).sum(),
        input,
        output,
        input + output,
        lines.stream().map(CostLine::cost).reduce(BigDecimal.ZERO, BigDecimal::add));
  }

  private static List<VerdictTask> tasks(List<Result.TaskResult> results) {
    return results.stream()
        .map(
            each ->
                new VerdictTask(
                    each.task(),
                    each.prompt(),
                    each.online().map(PublishedVerdict::attempt).orElse(null),
                    each.offline().map(PublishedVerdict::attempt).orElse(null)))
        .toList();
  }

  private static VerdictTask.Attempt attempt(Result.Attempt attempt) {
    TaskRun.Used used = attempt.used();
    return new VerdictTask.Attempt(
        attempt.score(),
        attempt.analysis(),
        attempt.reason(),
        attempt.skillsUsed(),
        attempt.activated(),
        attempt.network(),
        attempt.installs(),
        attempt.ending(),
        attempt.checked().map(PublishedVerdict::checked).orElse(null),
        attempt.met(),
        attempt.missed(),
        used.millis(),
        used.cpuMillis(),
        percent(used.cpuMillis(), used.millis()),
        used.peakMemory(),
        used.diskRead(),
        used.diskWritten(),
        used.cost());
  }

  /// Returns the answer of a task's own checker.
  static VerdictTask.Checked checked(Checked checked) {
    return new VerdictTask.Checked(word(checked.outcome()), checked.words());
  }

  /// Returns a part in percent; null if the part is unknown.
  static @Nullable BigDecimal percent(@Nullable Long part, long whole) {
    if (part == null) {
      return null;
    }
    return whole <= 0
        ? BigDecimal.ZERO.setScale(1)
        : BigDecimal.valueOf(part)
            .multiply(HUNDRED)
            .divide(BigDecimal.valueOf(whole), 1, RoundingMode.HALF_UP);
  }

  /// Returns the scores that the skill keeps; empty if there are none.
  static Optional<SkillScores> kept(Result result) {
    return Optional.ofNullable(scores(result.scores()))
        .map(
            scores ->
                new SkillScores(
                    scores.completionScore(),
                    scores.triggerScore(),
                    scores.offlineScore(),
                    scores.overall(),
                    scores.offlineCompletion(),
                    scores.attempts(),
                    scores.offlineCapable(),
                    scores.threshold(),
                    scores.weights(),
                    result.proof().map(PublishedVerdict::proof),
                    result.executors().stream()
                        .map(
                            line ->
                                new SkillScores.Model(
                                    line.model(),
                                    line.outcome(),
                                    line.scores().map(Result.Scores::overall),
                                    line.proof().map(ProofSummary::words)))
                        .toList(),
                    result.executorPolicy()));
  }

  /// Returns the result of a full test for one skill.
  static FullTestVerdict of(Tested tested) {
    return new FullTestVerdict(
        tested.skill(),
        tested.outcome().word(),
        tested.reason(),
        scores(tested.scores()),
        tasks(tested.tasks()),
        tested.saved(),
        tested.executors().stream()
            .map(
                each ->
                    new FullTestVerdict.Line(
                        each.model(), each.outcome().word(), each.reason(), scores(each.scores())))
            .toList());
  }

  /// Returns the first few findings in short form, for notices and the audit log.
  static List<Map<String, Object>> brief(Result result, int most) {
    return result.findings().stream()
        .limit(most)
        .map(
            each -> {
              Map<String, Object> named = new LinkedHashMap<>();
              named.put("code", each.code().name());
              named.put("severity", word(each.severity()));
              named.put("message", each.message());
              if (!each.file().isEmpty()) {
                named.put("file", each.file());
                named.put("line", each.line());
              }
              named.put("hint", each.hint());
              return named;
            })
        .toList();
  }
}
