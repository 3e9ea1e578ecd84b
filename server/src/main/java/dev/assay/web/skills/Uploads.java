package dev.assay.web.skills;

import dev.assay.intake.Examination;
import dev.assay.intake.Intake;
import dev.assay.intake.Received;
import dev.assay.registry.Skills;
import dev.assay.registry.Submission;
import dev.assay.skill.AssayException;
import dev.assay.skill.BlobStore;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Finding;
import dev.assay.validation.Validations;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/// Takes an archive from a caller: it becomes a pending skill, or a refusal after which nothing is
/// kept.
@Component
public final class Uploads {
  private static final Logger log = LoggerFactory.getLogger(Uploads.class);

  private final Intake intake;
  private final BlobStore blobs;
  private final Skills skills;
  private final Validations validations;

  Uploads(Intake intake, BlobStore blobs, Skills skills, Validations validations) {
    this.intake = intake;
    this.blobs = blobs;
    this.skills = skills;
    this.validations = validations;
  }

  /// What became of an archive.
  public sealed interface Outcome {
    record Taken(Submission submission) implements Outcome {}

    record Refused(ErrorCode code, List<Finding> findings) implements Outcome {}
  }

  public Outcome take(InputStream archive, String uploader) {
    try (Received received = intake.receive(archive)) {
      return switch (received.examination()) {
        case Examination.Refused refused ->
            new Outcome.Refused(refused.errorCode(), refused.findings());
        case Examination.Accepted accepted -> {
          Submission submission = skills.submit(accepted.bundle(), uploader, () -> keep(received));
          log.info(
              "{} uploaded {} version {} ({})",
              uploader,
              submission.skill().name(),
              submission.skill().version(),
              submission.getClass().getSimpleName());
          if (!(submission instanceof Submission.Known)) {
            validations.uploaded(submission.skill(), uploader);
          }
          yield new Outcome.Taken(submission);
        }
      };
    } catch (IOException | UncheckedIOException e) {
      throw new AssayException(
          ErrorCode.BLOB_STORE_FAILED,
          "The upload could not be stored. Check the free space of the server's home.",
          e);
    }
  }

  private void keep(Received received) {
    try {
      received.keepIn(blobs);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
