package dev.assay.upload;

import dev.assay.intake.Examination;
import dev.assay.intake.Intake;
import dev.assay.intake.LookAlikes;
import dev.assay.intake.Received;
import dev.assay.registry.Actor;
import dev.assay.registry.Skill;
import dev.assay.registry.SkillFolders;
import dev.assay.registry.Skills;
import dev.assay.registry.Submission;
import dev.assay.skill.AssayException;
import dev.assay.skill.BlobStore;
import dev.assay.skill.Bundle;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Finding;
import dev.assay.skill.audit.AuditAction;
import dev.assay.skill.audit.AuditRecord;
import dev.assay.skill.audit.AuditWriter;
import dev.assay.validation.Validations;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes an archive from a caller. It becomes a pending skill, or is refused and leaves nothing
/// behind.
public final class Uploads {
  private static final Logger log = LoggerFactory.getLogger(Uploads.class);

  private static final Duration LONGEST_WAIT = Duration.ofMinutes(2);
  private static final int RETRY_SECONDS = 10;

  private final Intake intake;
  private final BlobStore blobs;
  private final SkillFolders folders;
  private final Skills skills;
  private final Validations validations;
  private final AuditWriter audit;
  private final Semaphore places;
  private final LookAlikes lookAlikes = new LookAlikes();

  /// @param atOnce the number of archives that are read at the same time; each takes memory for its
  ///   text
  public Uploads(
      Intake intake,
      BlobStore blobs,
      SkillFolders folders,
      Skills skills,
      Validations validations,
      AuditWriter audit,
      int atOnce) {
    this.places = new Semaphore(atOnce, true);
    this.intake = intake;
    this.blobs = blobs;
    this.folders = folders;
    this.skills = skills;
    this.validations = validations;
    this.audit = audit;
  }

  /// The outcome for an archive.
  public sealed interface Outcome {
    record Taken(Submission submission) implements Outcome {}

    record Refused(ErrorCode code, List<Finding> findings) implements Outcome {}
  }

  /// Takes an archive, which waits on the disk for its turn.
  public Outcome take(InputStream archive, Actor uploader) {
    if (!awaitTurn()) {
      throw new AssayException(
          ErrorCode.TOO_BUSY,
          "Too many archives wait to be read. Nothing was kept; upload it again in a moment.",
          Map.of("retry_after_seconds", RETRY_SECONDS));
    }
    try {
      return read(archive, uploader);
    } finally {
      places.release();
    }
  }

  private boolean awaitTurn() {
    try {
      return places.tryAcquire(LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private Outcome read(InputStream archive, Actor uploader) {
    try (Received received = intake.receive(archive)) {
      return switch (received.examination()) {
        case Examination.Refused refused ->
            new Outcome.Refused(refused.errorCode(), refused.findings());
        case Examination.Accepted accepted -> {
          Bundle bundle = withLookAlikes(accepted.bundle());
          Submission submission = submit(bundle, received, uploader);
          mend(submission, bundle, received);
          validate(submission, uploader.name());
          yield new Outcome.Taken(submission);
        }
      };
    } catch (Confusable e) {
      return new Outcome.Refused(ErrorCode.INVALID_SKILL_FORMAT, List.of(e.finding));
    } catch (IOException | UncheckedIOException e) {
      throw new AssayException(
          ErrorCode.BLOB_STORE_FAILED,
          "The upload could not be stored. Check the free space of the server's home.",
          e);
    }
  }

  /// Adds a finding if the name can be confused with another skill's.
  private Bundle withLookAlikes(Bundle bundle) {
    Set<String> names = skills.names();
    if (names.contains(bundle.name().text())) {
      return bundle;
    }
    List<Finding> findings = new ArrayList<>(bundle.findings());
    lookAlikes
        .beside(bundle.name().text(), names)
        .filter(finding -> !finding.isError())
        .ifPresent(findings::add);
    return bundle.withFindings(findings);
  }

  /// Writes the row, the files and the audit record: all of them or none.
  private Submission submit(Bundle bundle, Received received, Actor uploader) {
    return audit.together(
        () -> {
          Submission submission =
              skills.submit(
                  bundle, uploader, () -> keep(received), names -> requireUnlike(bundle, names));
          action(submission)
              .ifPresent(action -> audit.record(auditRecord(submission, action, uploader.name())));
          return submission;
        });
  }

  /// Repairs damaged stored files, because users upload the same content again for that purpose.
  private void mend(Submission submission, Bundle bundle, Received received) {
    if (!(submission instanceof Submission.Added) && folders.mend(bundle, () -> keep(received))) {
      log.warn(
          "The stored files of {} version {} were damaged; the upload took their place",
          submission.skill().name(),
          submission.skill().version());
    }
  }

  private void keep(Received received) {
    try {
      received.keepIn(blobs);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void requireUnlike(Bundle bundle, Set<String> names) {
    Optional<Finding> found = lookAlikes.beside(bundle.name().text(), names);
    if (found.filter(Finding::isError).isPresent()) {
      throw new Confusable(found.get());
    }
  }

  /// Signals a new name that can be confused with another one.
  private static final class Confusable extends RuntimeException {
    private final transient Finding finding;

    Confusable(Finding finding) {
      super(finding.message());
      this.finding = finding;
    }
  }

  private static Optional<AuditAction> action(Submission submission) {
    return switch (submission) {
      case Submission.Added added -> Optional.of(AuditAction.SKILL_UPLOADED);
      case Submission.Reopened reopened -> Optional.of(AuditAction.SKILL_REOPENED);
      case Submission.EvalsReplaced replaced -> Optional.of(AuditAction.EVALS_REPLACED);
      case Submission.Known known -> Optional.empty();
    };
  }

  private static AuditRecord auditRecord(
      Submission submission, AuditAction action, String uploader) {
    Skill skill = submission.skill();
    return AuditRecord.by(uploader, action, skill.auditSubject())
        .to(
            Map.of(
                "version", skill.version(),
                "digest", skill.bundle().digest(),
                "status", skill.status().word()));
  }

  /// Starts the validation, unless the same content was there already.
  private void validate(Submission submission, String uploader) {
    log.info(
        "{} uploaded {} version {} ({})",
        uploader,
        submission.skill().name(),
        submission.skill().version(),
        submission.getClass().getSimpleName());
    if (!(submission instanceof Submission.Known)) {
      validations.uploaded(submission.skill(), uploader);
    }
  }
}
