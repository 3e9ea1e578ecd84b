package dev.assay.validation;

import dev.assay.images.Candidate;
import dev.assay.images.RuntimeImage;
import dev.assay.registry.Actor;
import dev.assay.registry.Admission;
import dev.assay.registry.Approved;
import dev.assay.registry.Decisions;
import dev.assay.registry.Removals;
import dev.assay.registry.Review;
import dev.assay.registry.Rollbacks;
import dev.assay.registry.Skill;
import dev.assay.registry.Skills;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.validation.evidence.Installed;
import dev.assay.validation.evidence.KeptSteps;
import dev.assay.validation.evidence.Result;
import dev.assay.validation.evidence.Setup;
import dev.assay.workflow.RunRequest;
import dev.assay.workflow.StartResult;
import dev.assay.workflow.Workflow;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The reviewer's side of the gate. It approves or rejects validated skills.
public final class Reviews {
  private static final Logger log = LoggerFactory.getLogger(Reviews.class);

  private static final Duration REBUILD = Duration.ofMinutes(15);

  private final Validations validations;
  private final Workflow workflow;
  private final Skills skills;
  private final Registry registry;
  private final SandboxEngine engine;
  private final ApprovalRule rule;

  public Reviews(
      Validations validations,
      Skills skills,
      Registry registry,
      SandboxEngine engine,
      ApprovalRule rule) {
    this.validations = validations;
    this.workflow = validations.workflow();
    this.skills = skills;
    this.registry = registry;
    this.engine = engine;
    this.rule = rule;
  }

  /// The registry's records of decisions.
  public record Registry(Decisions decisions, Rollbacks rollbacks, Removals removals) {}

  /// The rule who may approve a skill.
  public enum ApprovalRule {
    ANY,
    /// Any reviewer but the uploader.
    NOT_THE_UPLOADER
  }

  /// The result of an approval.
  public sealed interface Answer {
    /// The skill is in use with this runtime image.
    record InUse(int image) implements Answer {}

    /// The current image changed since the validation. The given run tests the skill on it first.
    record UnderWay(UUID run) implements Answer {}
  }

  /// @throws AssayException with `VALIDATION_NOT_COMPLETED` if the passed content is not the
  ///   content that would be admitted, or with `FORBIDDEN`, `REHEARSAL_NOT_ACKNOWLEDGED` or
  ///   `INVALID_STATUS_TRANSITION`
  public Answer approve(UUID id, Review review) {
    Decisions decisions = registry.decisions();
    Approved approved = decisions.approvable(id, review);
    Skill skill = skills.load(id);
    requireOtherEyes(skill, review.actor());
    Candidate candidate = candidate(skill, approved);
    return switch (decisions.admit(approved, candidate)) {
      case Admission.Admitted(int image) -> {
        log.info(
            "{} approved {} version {}: image v1.{}",
            review.by(),
            skill.name(),
            skill.version(),
            image);
        yield new Answer.InUse(image);
      }
      case Admission.Moved _ -> new Answer.UnderWay(testAgain(skill, review, candidate));
    };
  }

  private UUID testAgain(Skill skill, Review review, Candidate candidate) {
    return start(
        skill,
        review.by(),
        ApprovalWorkflow.KIND,
        new ApprovalWorkflow.Input(
            skill.id(),
            review,
            new ApprovalWorkflow.Tested(candidate.contents(), candidate.installed())),
        validations.allowed(skill));
  }

  private UUID start(Skill skill, String by, String kind, Object input, Duration allowed) {
    String subject = Validations.subject(skill.id());
    return switch (workflow.start(new RunRequest(kind, subject, input, allowed))) {
      case StartResult.Accepted(UUID run) -> {
        validations.charge(run, by);
        yield run;
      }
      case StartResult.Refused(UUID alive) ->
          throw new AssayException(
              ErrorCode.VALIDATION_IN_PROGRESS,
              "A run of \"%s\" version %d is under way; wait for it or cancel it."
                  .formatted(skill.name(), skill.version()),
              Map.of("run_id", alive.toString()));
    };
  }

  /// The result of a request to delete.
  public sealed interface Deletion {
    record Gone() implements Deletion {}

    /// The skill is out of use. It is deleted when the given run has built an image without it.
    record UnderWay(UUID run) implements Deletion {}
  }

  /// Returns the effort of a deletion without starting it.
  public Removals.Effort effort(UUID id) {
    return registry.removals().effort(id);
  }

  /// @throws AssayException with `INVALID_STATUS_TRANSITION` or `VALIDATION_IN_PROGRESS`
  public Deletion delete(UUID id, String by) {
    Skill skill = skills.load(id);
    if (registry.removals().delete(id, by) != Removals.Effort.REBUILD) {
      log.info("{} deleted {} version {}", by, skill.name(), skill.version());
      return new Deletion.Gone();
    }
    Duration allowed = REBUILD.plus(validations.allowed(skill));
    UUID run = start(skill, by, RemovalWorkflow.KIND, new RemovalWorkflow.Input(id, by), allowed);
    registry.removals().takeOut(id, by);
    log.info("{} deletes {} version {} by run {}", by, skill.name(), skill.version(), run);
    return new Deletion.UnderWay(run);
  }

  /// Returns the changes that a rollback would make, without making them.
  public Rollbacks.Rollback previewRollback(String version) {
    return registry.rollbacks().preview(RuntimeImage.numberOf(version));
  }

  /// @param from the version that was current when the caller previewed the rollback
  public Rollbacks.Rollback rollBack(Optional<String> from, String version, String by) {
    OptionalInt seen =
        from.map(RuntimeImage::numberOf).map(OptionalInt::of).orElseGet(OptionalInt::empty);
    Rollbacks.Rollback done =
        registry.rollbacks().rollBack(seen, RuntimeImage.numberOf(version), by);
    log.info(
        "{} rolled back from {} to {}: {} skills out of use, {} back",
        by,
        done.from().version(),
        done.target().version(),
        done.leaving().size(),
        done.returning().size());
    return done;
  }

  public Skill reject(UUID id, Actor actor, String reason) {
    requireOtherEyes(skills.load(id), actor);
    Skill rejected = registry.decisions().reject(id, actor.name(), reason);
    log.info("{} rejected {} version {}", actor.name(), rejected.name(), rejected.version());
    return rejected;
  }

  /// Tests whether a reviewer other than the given one has to approve the skill.
  public boolean needsOtherReviewer(Skill skill, Actor reviewer) {
    boolean own =
        skill.owner().equals(reviewer.owner())
            // also covers an account that was removed and created again
            || skill.uploadedBy().equalsIgnoreCase(reviewer.name());
    return rule == ApprovalRule.NOT_THE_UPLOADER && own;
  }

  private void requireOtherEyes(Skill skill, Actor reviewer) {
    if (needsOtherReviewer(skill, reviewer)) {
      throw new AssayException(
          ErrorCode.FORBIDDEN,
          "%s uploaded \"%s\" version %d, and somebody else has to decide on it (assay.review.four-eyes)."
              .formatted(reviewer.name(), skill.name(), skill.version()));
    }
  }

  /// Returns the tested candidate from the records of the run.
  private Candidate candidate(Skill skill, Approved approved) {
    UUID run = approved.run();
    Result result = passed(run).orElseThrow(() -> notKept(skill, run));
    if (!result.approvable() || !result.digest().equals(approved.digest().toString())) {
      throw notKept(skill, run);
    }
    Setup setup =
        workflow.result(run, KeptSteps.PREPARE, Setup.class).orElseThrow(() -> notKept(skill, run));
    Installed installed =
        workflow
            .result(run, KeptSteps.INSTALL, Installed.class)
            .orElseThrow(() -> notKept(skill, run));
    return Candidates.of(setup, installed, skill.bundle().dependencies(), engine, run);
  }

  private Optional<Result> passed(UUID run) {
    return workflow.find(run).flatMap(record -> record.result(Result.class));
  }

  private static AssayException notKept(Skill skill, UUID run) {
    return new AssayException(
        ErrorCode.VALIDATION_NOT_COMPLETED,
        "What the validation %s of \"%s\" version %d found is not there, or did not pass. Validate it again."
            .formatted(run, skill.name(), skill.version()),
        Map.of("run_id", run.toString()));
  }
}
