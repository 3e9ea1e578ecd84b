package dev.assay.validation;

import dev.assay.registry.Admission;
import dev.assay.registry.Approved;
import dev.assay.registry.Candidate;
import dev.assay.registry.Decisions;
import dev.assay.registry.Review;
import dev.assay.registry.Skill;
import dev.assay.registry.Skills;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.validation.evidence.Installed;
import dev.assay.validation.evidence.Result;
import dev.assay.validation.evidence.Setup;
import dev.assay.workflow.Outcome;
import dev.assay.workflow.RunRecord;
import dev.assay.workflow.Workflow;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The reviewer's side of the gate: says yes or no to what a validation found.
public final class Reviews {
  private static final Logger log = LoggerFactory.getLogger(Reviews.class);

  private final Workflow workflow;
  private final Skills skills;
  private final Decisions decisions;
  private final SandboxEngine engine;
  private final Eyes eyes;

  public Reviews(
      Workflow workflow, Skills skills, Decisions decisions, SandboxEngine engine, Eyes eyes) {
    this.workflow = workflow;
    this.skills = skills;
    this.decisions = decisions;
    this.engine = engine;
    this.eyes = eyes;
  }

  /// Who may say yes.
  public enum Eyes {
    ANY,
    /// Not who uploaded it.
    FOUR
  }

  /// What came of a yes.
  public sealed interface Answer {
    /// In use with that runtime image.
    record InUse(int image) implements Answer {}

    /// The current image changed since the validation: the skill is tested on it first, by that
    /// run.
    record UnderWay(UUID run) implements Answer {}
  }

  /// @throws AssayException with `VALIDATION_NOT_COMPLETED` if what passed is not what would be
  ///   admitted, `FORBIDDEN`, `REHEARSAL_NOT_ACKNOWLEDGED` or `INVALID_STATUS_TRANSITION`
  public Answer approve(UUID id, Review review) {
    Approved approved = decisions.approvable(id, review);
    Skill skill = skills.load(id);
    requireOtherEyes(skill, review.by());
    Candidate candidate = candidate(skill, approved);
    return switch (decisions.admit(approved, candidate)) {
      case Admission.Admitted(int image) -> {
        log.info("{} approved {}: image v1.{}", review.by(), approved.run(), image);
        yield new Answer.InUse(image);
      }
      case Admission.Moved(int current) -> throw moved(skill, candidate, current);
    };
  }

  public Skill reject(UUID id, String by, String reason) {
    Skill rejected = decisions.reject(id, by, reason);
    log.info("{} rejected {} version {}", by, rejected.name(), rejected.version());
    return rejected;
  }

  private void requireOtherEyes(Skill skill, String reviewer) {
    if (eyes == Eyes.FOUR && skill.uploadedBy().equalsIgnoreCase(reviewer)) {
      throw new AssayException(
          ErrorCode.FORBIDDEN,
          "%s uploaded \"%s\" version %d, and somebody else has to approve it (assay.review.four-eyes)."
              .formatted(reviewer, skill.name(), skill.version()));
    }
  }

  /// What the run tested, from its own records.
  private Candidate candidate(Skill skill, Approved approved) {
    UUID run = approved.run();
    Result result = passed(run).orElseThrow(() -> notKept(skill, run));
    if (!result.passed() || !result.digest().equals(approved.digest().toString())) {
      throw notKept(skill, run);
    }
    Setup setup =
        workflow.result(run, "prepare", Setup.class).orElseThrow(() -> notKept(skill, run));
    Installed installed =
        workflow.result(run, "install", Installed.class).orElseThrow(() -> notKept(skill, run));
    return new Candidate(
        setup.imageNumber(),
        installed.candidate(),
        Recorded.all(installed.packages()),
        Recorded.of(installed, skill.bundle().dependencies()),
        engine.size(installed.candidate()),
        Optional.of(run));
  }

  private Optional<Result> passed(UUID run) {
    return workflow
        .find(run)
        .flatMap(RunRecord::outcome)
        .filter(Outcome.Finished.class::isInstance)
        .map(done -> Wire.read(((Outcome.Finished) done).result()));
  }

  private static AssayException notKept(Skill skill, UUID run) {
    return new AssayException(
        ErrorCode.VALIDATION_NOT_COMPLETED,
        "What the validation %s of \"%s\" version %d found is not there, or did not pass. Validate it again."
            .formatted(run, skill.name(), skill.version()),
        Map.of("run_id", run.toString()));
  }

  private static AssayException moved(Skill skill, Candidate candidate, int current) {
    return new AssayException(
        ErrorCode.VALIDATION_NOT_COMPLETED,
        "\"%s\" version %d was validated with the image v1.%d, and v1.%d is current. Validate it again."
            .formatted(skill.name(), skill.version(), candidate.base(), current));
  }
}
