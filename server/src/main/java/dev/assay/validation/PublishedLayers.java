package dev.assay.validation;

import dev.assay.agent.Assessor;
import dev.assay.validation.decision.Reason;
import dev.assay.validation.evidence.Result;
import dev.assay.wire.Layer1Result;
import dev.assay.wire.Layer2Result;
import dev.assay.wire.VerdictTask;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Makes the two layers of a published verdict.
final class PublishedLayers {
  private static final BigDecimal MEGABYTE = BigDecimal.valueOf(1 << 20);
  private static final Set<Reason.Code> OF_LAYER_2 =
      Set.of(Reason.Code.DEPENDENCY_CONFLICT, Reason.Code.REGRESSION_FAILED);

  private PublishedLayers() {}

  static Layer1Result first(
      Result result, List<VerdictTask> tasks, Optional<Assessor.Assessment> assessment) {
    boolean failed =
        result.reasons().stream().anyMatch(reason -> !OF_LAYER_2.contains(reason.code()));
    return new Layer1Result(
        !failed && !result.notReached().contains("layer2"),
        tasks.isEmpty() ? null : blind(result.skill(), tasks),
        network(result, tasks),
        metrics(tasks),
        PublishedVerdict.scores(result.scores()),
        assessment.map(Assessor.Assessment::strengths),
        assessment.map(Assessor.Assessment::weaknesses),
        assessment.map(Assessor.Assessment::recommendations),
        assessment.map(Assessor.Assessment::summary));
  }

  private static Layer1Result.BlindTest blind(String skill, List<VerdictTask> tasks) {
    List<Layer1Result.TaskOutcome> outcomes =
        tasks.stream().map(task -> outcome(skill, task)).toList();
    long used =
        outcomes.stream().filter(each -> each.correctSkillUsed().orElse(Boolean.FALSE)).count();
    return new Layer1Result.BlindTest(
        outcomes.stream().allMatch(each -> each.completed().orElse(Boolean.FALSE)),
        used > 0,
        BigDecimal.valueOf(used).divide(BigDecimal.valueOf(tasks.size()), 3, RoundingMode.HALF_UP),
        outcomes);
  }

  private static Layer1Result.TaskOutcome outcome(String skill, VerdictTask task) {
    Optional<VerdictTask.Attempt> online = Optional.ofNullable(task.online());
    return new Layer1Result.TaskOutcome(
        task.task(),
        task.prompt(),
        online.map(VerdictTask.Attempt::done),
        online
            .flatMap(
                each ->
                    each.activated() ? Optional.of(skill) : each.skillsUsed().stream().findFirst())
            .orElse(null),
        online.map(VerdictTask.Attempt::activated),
        online.map(VerdictTask.Attempt::executionTimeMs));
  }

  private static Layer1Result.NetworkTest network(Result result, List<VerdictTask> tasks) {
    List<VerdictTask.Attempt> offline =
        tasks.stream().flatMap(task -> Stream.ofNullable(task.offline())).toList();
    boolean reached = !offline.isEmpty();
    Boolean capable =
        reached ? result.scores().map(Result.Scores::offlineCapable).orElse(null) : null;
    return new Layer1Result.NetworkTest(
        reached,
        capable,
        reached ? offline.stream().mapToInt(each -> each.network().size()).sum() : null,
        capable,
        result.offlineWords(),
        places(offline.stream()),
        places(tasks.stream().flatMap(task -> Stream.ofNullable(task.online()))),
        result.undeclaredHosts());
  }

  private static List<String> places(Stream<VerdictTask.Attempt> attempts) {
    Set<String> places = new TreeSet<>();
    attempts.forEach(each -> places.addAll(each.network()));
    return List.copyOf(places);
  }

  private static Layer1Result.@Nullable ExecutionMetrics metrics(List<VerdictTask> tasks) {
    List<VerdictTask.Attempt> all =
        tasks.stream()
            .flatMap(task -> Stream.of(task.online(), task.offline()))
            .flatMap(Stream::ofNullable)
            .toList();
    if (all.isEmpty()) {
      return null;
    }
    long millis = all.stream().mapToLong(VerdictTask.Attempt::executionTimeMs).sum();
    Long cpu = together(all, VerdictTask.Attempt::cpuMs, Long::sum);
    return new Layer1Result.ExecutionMetrics(
        PublishedVerdict.percent(cpu, millis),
        cpu,
        megabytes(together(all, VerdictTask.Attempt::peakMemoryBytes, Math::max)),
        megabytes(together(all, VerdictTask.Attempt::diskReadBytes, Long::sum)),
        megabytes(together(all, VerdictTask.Attempt::diskWriteBytes, Long::sum)),
        BigDecimal.valueOf(millis, 3).setScale(1, RoundingMode.HALF_UP));
  }

  /// Combines the values of all attempts. Returns null if the value of one is unknown.
  private static @Nullable Long together(
      List<VerdictTask.Attempt> all,
      Function<VerdictTask.Attempt, @Nullable Long> figure,
      BinaryOperator<Long> combination) {
    List<Long> known = all.stream().flatMap(each -> Stream.ofNullable(figure.apply(each))).toList();
    return known.size() == all.size() ? known.stream().reduce(combination).orElse(null) : null;
  }

  private static @Nullable BigDecimal megabytes(@Nullable Long bytes) {
    return bytes == null
        ? null
        : BigDecimal.valueOf(bytes).divide(MEGABYTE, 1, RoundingMode.HALF_UP);
  }

  /// Returns the second layer; null if it was not reached.
  static @Nullable Layer2Result second(Result result) {
    if (result.notReached().contains("layer2")) {
      return null;
    }
    List<String> failed =
        result.regressions().stream()
            .filter(each -> !each.regressions().isEmpty())
            .map(Result.RegressionLine::skill)
            .toList();
    List<String> reasons =
        result.reasons().stream()
            .filter(each -> OF_LAYER_2.contains(each.code()))
            .map(Reason::message)
            .toList();
    Map<String, Layer2Result.Retested> retested = new LinkedHashMap<>();
    for (Result.RegressionLine each : result.regressions()) {
      List<String> harm = each.regressions();
      retested.put(
          each.skill(),
          new Layer2Result.Retested(harm.isEmpty(), each.tasks(), harm.size(), joined(harm)));
    }
    return new Layer2Result(
        reasons.isEmpty(),
        result.regressions().stream().filter(each -> each.tasks() > 0).count(),
        failed.isEmpty(),
        failed,
        joined(reasons),
        retested,
        !result.conflicts().isEmpty(),
        result.conflicts().stream().map(PublishedLayers::conflict).toList(),
        result.conflicts().stream()
            .map(Result.PackageConflict::recommendation)
            .filter(text -> !text.isEmpty())
            .findFirst()
            .orElse(null));
  }

  private static @Nullable String joined(List<String> sentences) {
    return sentences.isEmpty() ? null : String.join(" ", sentences);
  }

  private static Layer2Result.DependencyConflict conflict(Result.PackageConflict conflict) {
    return new Layer2Result.DependencyConflict(
        conflict.packageName(),
        conflict.existingVersion().orElse(null),
        conflict.newVersion().orElse(null),
        conflict.affectedSkills(),
        true,
        new Layer2Result.Resolution(conflict.resolved(), conflict.reason()));
  }
}
