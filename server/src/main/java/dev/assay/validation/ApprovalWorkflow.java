package dev.assay.validation;

import dev.assay.images.Candidate;
import dev.assay.images.Images;
import dev.assay.registry.Admission;
import dev.assay.registry.Approved;
import dev.assay.registry.Decisions;
import dev.assay.registry.Review;
import dev.assay.registry.Skill;
import dev.assay.registry.Skills;
import dev.assay.registry.Stage;
import dev.assay.sandbox.SandboxKeeper;
import dev.assay.skill.AssayException;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.validation.decision.Reason;
import dev.assay.validation.decision.Ruling;
import dev.assay.validation.dependency.Conflict;
import dev.assay.validation.evidence.Installed;
import dev.assay.validation.evidence.KeptSteps;
import dev.assay.validation.evidence.Setup;
import dev.assay.validation.evidence.Trial;
import dev.assay.validation.lab.Laboratory;
import dev.assay.validation.proof.ProofDecision;
import dev.assay.validation.scoring.Score;
import dev.assay.validation.settings.ProofLevel;
import dev.assay.workflow.Run;
import dev.assay.workflow.RunOutcome;
import dev.assay.workflow.WorkflowDefinition;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/// An approval that has to test the skill again, because the current image is not the one of its
/// validation. The workflow installs the recorded versions on the current image. It repeats the
/// skill's own tasks and the tests of all other skills. Then it admits the skill.
///
/// One such run is under way at a time. During it only a rollback can change the current image.
/// After a rollback the skill goes back to its reviewer.
final class ApprovalWorkflow implements WorkflowDefinition {
  static final String KIND = "approval";

  private static final Set<Reason.Code> OTHERS =
      Set.of(Reason.Code.REGRESSION_FAILED, Reason.Code.DEPENDENCY_CONFLICT);

  private final Records records;
  private final Decisions decisions;
  private final ValidationSteps steps;
  private final SandboxEngine engine;
  private final SandboxKeeper keeper;

  ApprovalWorkflow(
      Records records,
      Decisions decisions,
      ValidationSteps steps,
      SandboxEngine engine,
      SandboxKeeper keeper) {
    this.records = records;
    this.decisions = decisions;
    this.steps = steps;
    this.engine = engine;
    this.keeper = keeper;
  }

  record Records(Skills skills, Images images) {}

  /// @param review the review as the reviewer gave it
  record Input(UUID skill, Review review, Tested tested) {}

  /// The packages that the skill was validated with.
  ///
  /// @param contents the digest of the list of all files in the image
  /// @param recorded the exact versions
  record Tested(Optional<Digest> contents, Map<String, Map<String, String>> recorded) {}

  /// @param image the number of the image with which the skill is in use; empty if it is not in use
  /// @param reasons the reasons why the skill is not in use
  record Ended(Optional<Integer> image, boolean othersSuffer, List<String> reasons) {}

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public Object run(Run run) {
    Optional<Integer> made = records.images().madeBy(run.id());
    if (made.isPresent()) {
      return new Ended(made, false, List.of()); // the server died after the admission
    }
    Input input = run.input(Input.class);
    boolean again =
        records.skills().load(input.skill()).decided().changeRun().equals(Optional.of(run.id()));
    Approved approved =
        again
            ? decisions.underWay(input.skill(), run.id(), input.review())
            : decisions.approvable(input.skill(), input.review());
    decisions.beginChange(approved, run.id());
    return test(run, approved, input);
  }

  private Ended test(Run run, Approved approved, Input input) {
    Skill skill = records.skills().load(input.skill());
    RunEvidence evidence = new RunEvidence(skill);
    Setup setup =
        evidence.add(run.step(KeptSteps.PREPARE, Setup.class, () -> steps.prepare(run, skill)));
    requireSameMeasure(skill, setup);
    evidence.add(
        run.step(
            KeptSteps.INSTALL,
            Installed.class,
            () -> steps.rebase(run, skill, setup, input.tested())));
    ExecutorEvidence executors = ExecutorEvidence.of(evidence);
    if (!evidence.refusedAtOnce()) {
      executors.tryOut(
          its -> {
            its.add(steps.savedTasks(skill));
            its.add(steps.tryAll(run, its, Trial.Phase.ONLINE).all());
            its.add(steps.tryAll(run, its, Trial.Phase.OFFLINE).all());
            return stillPasses(its);
          });
    }
    if (!evidence.refusedAtOnce() && executors.mayPass()) {
      decisions.reach(skill.id(), run.id(), Stage.LAYER2);
      List<Conflict> conflicts = steps.conflicts(skill, evidence);
      executors.goOn(
          its -> {
            its.conflicts(conflicts);
            its.add(steps.regress(run, skill, setup, its.installed(), its.executor()));
          });
    }
    return switch (executors.verdict()) {
      case Ruling.Passed _ -> admit(run, approved, evidence);
      case Ruling.Held held ->
          throw new AssayException(
              ErrorCode.VALIDATION_ERROR,
              "On the current image a reviewer has to decide anew: %s Validate the skill again, then approve it with that in view."
                  .formatted(String.join(" ", held.reasons())));
      case Ruling.Failed failed -> failed(failed);
      case Ruling.Inconclusive open ->
          throw new AssayException(
              ErrorCode.VALIDATION_ERROR, open.reason() + " Approve the skill again.");
    };
  }

  /// Tests whether the repeated tasks still pass. With a proof level above quick, only a score
  /// clearly below the line withdraws the approval, because few tasks are saved.
  private static boolean stillPasses(RunEvidence evidence) {
    if (evidence.setup().proof().level() == ProofLevel.QUICK) {
      return evidence.score() instanceof Score.Scored scored && scored.passes();
    }
    ProofDecision decision = evidence.confirm();
    evidence.add(decision);
    return !(decision instanceof ProofDecision.Failed);
  }

  /// Requires a model if the skill was validated by one. The reviewer approved the findings of a
  /// model, and rules alone must not replace them.
  private static void requireSameMeasure(Skill skill, Setup setup) {
    if (setup.rehearsal() && !skill.validated().rehearsal()) {
      throw new AssayException(
          ErrorCode.VALIDATION_ERROR,
          "\"%s\" was validated by a model, but none is configured now, and rules alone cannot test it again on the current image. Configure the model (assay.model.*), then approve the skill again."
              .formatted(skill.name()));
    }
  }

  private Ended admit(Run run, Approved approved, RunEvidence evidence) {
    Candidate candidate =
        Candidates.of(
            evidence.setup(),
            evidence.installed(),
            evidence.skill().bundle().dependencies(),
            engine,
            run.id());
    return switch (decisions.admit(approved, candidate)) {
      case Admission.Admitted(int image) -> new Ended(Optional.of(image), false, List.of());
      case Admission.Moved(int current) ->
          throw new AssayException(
              ErrorCode.VALIDATION_ERROR,
              "The current image changed to v1.%d during the tests. Approve the skill again."
                  .formatted(current));
    };
  }

  private static Ended failed(Ruling.Failed failed) {
    Set<Reason.Code> codes =
        failed.reasons().stream().map(Reason::code).collect(Collectors.toSet());
    return new Ended(
        Optional.empty(),
        codes.stream().anyMatch(OTHERS::contains),
        failed.reasons().stream().map(each -> each.code() + ": " + each.message()).toList());
  }

  @Override
  public void cleanUp(UUID run, String step) {
    keeper.destroyLabelled(Laboratory.LABEL, Laboratory.label(run, step));
  }

  @Override
  public void ending(UUID run, RunOutcome outcome) {
    records.skills().findByChange(run).ifPresent(skill -> end(skill.id(), run, outcome));
  }

  private void end(UUID skill, UUID run, RunOutcome outcome) {
    switch (outcome) {
      case RunOutcome.Finished finished -> {
        Ended ended = finished.as(Ended.class);
        String reasons = "On the current image: " + String.join(" ", ended.reasons());
        if (ended.othersSuffer()) {
          decisions.failChange(skill, run, reasons);
        } else {
          decisions.stopChange(skill, run, reasons);
        }
      }
      case RunOutcome.Failed failed ->
          decisions.stopChange(skill, run, failed.code() + ": " + failed.reason());
      case RunOutcome.Cancelled cancelled ->
          decisions.stopChange(skill, run, "The approval was cancelled by " + cancelled.by() + ".");
      case RunOutcome.TimedOut _ ->
          decisions.stopChange(
              skill, run, "VALIDATION_TIMEOUT: the tests on the current image took too long.");
      case RunOutcome.Inconclusive open ->
          decisions.stopChange(skill, run, open.code() + ": " + open.reason());
    }
  }
}
