package dev.assay.validation;

import dev.assay.images.Images;
import dev.assay.registry.Removals;
import dev.assay.registry.Skill;
import dev.assay.registry.Skills;
import dev.assay.sandbox.SandboxKeeper;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.dependency.Dependencies;
import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.validation.evidence.Installed;
import dev.assay.validation.evidence.KeptSteps;
import dev.assay.validation.evidence.Setup;
import dev.assay.validation.lab.Laboratory;
import dev.assay.workflow.Run;
import dev.assay.workflow.RunOutcome;
import dev.assay.workflow.WorkflowDefinition;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The deletion of a skill whose packages are in the current image. The skill goes out of use at
/// once. The workflow builds an image without it from the packages with which the other skills were
/// tested, and tests these skills on it. The image becomes current in the moment in which the skill
/// is deleted.
final class RemovalWorkflow implements WorkflowDefinition {
  static final String KIND = "removal";

  private final Records records;
  private final Removals removals;
  private final ValidationSteps steps;
  private final SandboxEngine engine;
  private final SandboxKeeper keeper;

  RemovalWorkflow(
      Records records,
      Removals removals,
      ValidationSteps steps,
      SandboxEngine engine,
      SandboxKeeper keeper) {
    this.records = records;
    this.removals = removals;
    this.steps = steps;
    this.engine = engine;
    this.keeper = keeper;
  }

  record Records(Skills skills, Images images) {}

  record Input(UUID skill, String by) {}

  /// @param image the number of the image without the skill
  record Ended(int image) {}

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public Object run(Run run) {
    Optional<Integer> made = records.images().madeBy(run.id());
    if (made.isPresent()) {
      return new Ended(made.get()); // the server died after the deletion
    }
    Input input = run.input(Input.class);
    removals.begin(input.skill(), run.id());
    Skill skill = records.skills().load(input.skill());
    Setup setup = run.step(KeptSteps.PREPARE, Setup.class, () -> steps.prepareWithout(run, skill));
    Installed installed =
        run.step(KeptSteps.INSTALL, Installed.class, () -> steps.rebuild(run, skill, setup));
    installed
        .failure()
        .ifPresent(
            failure -> {
              throw stays("what the other skills need could not be installed: " + failure);
            });
    List<String> broken =
        setup.eachExecutor().stream()
            .flatMap(each -> steps.regress(run, skill, setup, installed, each).sentences().stream())
            .distinct()
            .toList();
    if (!broken.isEmpty()) {
      throw stays("others rely on what it brought: " + String.join(" ", broken));
    }
    boolean done =
        removals.finish(
            skill.id(),
            Candidates.of(setup, installed, Dependencies.NONE, engine, run.id()),
            input.by());
    if (!done) {
      throw stays("the current image changed meanwhile.");
    }
    return new Ended(records.images().madeBy(run.id()).orElseThrow());
  }

  private static AssayException stays(String why) {
    return new AssayException(
        ErrorCode.VALIDATION_ERROR,
        "The skill is out of use but not deleted, because %s Delete it again.".formatted(why));
  }

  @Override
  public void cleanUp(UUID run, String step) {
    keeper.destroyLabelled(Laboratory.LABEL, Laboratory.label(run, step));
  }

  @Override
  public void ending(UUID run, RunOutcome outcome) {
    records
        .skills()
        .findByChange(run)
        .ifPresent(skill -> removals.stop(skill.id(), run, reason(outcome)));
  }

  static String cancelled(String by) {
    return "The deletion was cancelled by " + by + "; the skill is out of use.";
  }

  private static String reason(RunOutcome outcome) {
    return switch (outcome) {
      case RunOutcome.Finished _ -> "";
      case RunOutcome.Failed failed -> failed.code() + ": " + failed.reason();
      case RunOutcome.Cancelled cancelled -> cancelled(cancelled.by());
      case RunOutcome.TimedOut _ ->
          "VALIDATION_TIMEOUT: building the image without it took too long.";
      case RunOutcome.Inconclusive open -> open.code() + ": " + open.reason();
    };
  }
}
