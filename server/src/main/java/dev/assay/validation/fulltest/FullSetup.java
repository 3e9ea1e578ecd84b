package dev.assay.validation.fulltest;

import dev.assay.registry.EngineTests;
import dev.assay.registry.FullTestLog;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.validation.dependency.PackageList;
import dev.assay.validation.evidence.Executor;
import dev.assay.validation.evidence.ListedSkill;
import dev.assay.validation.settings.ExecutorPolicy;
import dev.assay.validation.settings.ScoringPolicy;
import java.util.List;
import java.util.Optional;

/// The setup of a full test, which later changes of settings do not affect.
///
/// @param tested the admitted skills
/// @param packages the packages of the image
/// @param executors the models that do the tasks
/// @param executorPolicy the number of models that have to do the tasks well
/// @param elsewhere the other engine, if the test does not run on the engine of admission
public record FullSetup(
    int imageNumber,
    SandboxImage image,
    ScoringPolicy policy,
    List<ListedSkill> listed,
    List<FullTestLog.Tested> tested,
    PackageList packages,
    boolean rehearsal,
    List<String> executors,
    ExecutorPolicy executorPolicy,
    Optional<EngineTests.Ground> elsewhere) {
  public FullSetup {
    executors = List.copyOf(executors);
    listed = List.copyOf(listed);
    tested = List.copyOf(tested);
  }

  /// Returns the estimated number of steps for each skill.
  public int stepsEach() {
    return FullTestWorkflow.stepsEach(
        executors.size(), FullTestSteps.SAVED + (elsewhere.isPresent() ? 0 : FullTestSteps.NEW));
  }

  /// Returns the executors. A single one is the usual executor.
  List<Executor> eachExecutor() {
    return executors.size() < 2
        ? List.of(Executor.USUAL)
        : executors.stream().map(Executor::named).toList();
  }
}
