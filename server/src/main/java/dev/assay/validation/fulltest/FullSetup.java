package dev.assay.validation.fulltest;

import dev.assay.registry.FullTestLog;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.validation.decision.ExecutorPolicy;
import dev.assay.validation.dependency.PackageList;
import dev.assay.validation.evidence.Executor;
import dev.assay.validation.evidence.ListedSkill;
import dev.assay.validation.scoring.ScoringPolicy;
import java.util.List;
import java.util.Objects;

/// What a full test begins with and keeps to.
///
/// @param tested the admitted skills
/// @param packages what the image has
/// @param executors the models that do the tasks; empty in older records
/// @param executorPolicy how many of them have to do them well
public record FullSetup(
    int imageNumber,
    SandboxImage image,
    ScoringPolicy policy,
    List<ListedSkill> listed,
    List<FullTestLog.Tested> tested,
    PackageList packages,
    boolean rehearsal,
    List<String> executors,
    ExecutorPolicy executorPolicy) {
  public FullSetup {
    executors = List.copyOf(Objects.requireNonNullElse(executors, List.of())); // older records
    executorPolicy = Objects.requireNonNullElse(executorPolicy, ExecutorPolicy.ALL);
    listed = List.copyOf(listed);
    tested = List.copyOf(tested);
  }

  /// Who does the tasks. One alone is the usual one.
  List<Executor> eachExecutor() {
    return executors.size() < 2
        ? List.of(Executor.USUAL)
        : executors.stream().map(Executor::named).toList();
  }
}
