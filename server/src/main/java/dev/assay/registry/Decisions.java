package dev.assay.registry;

import dev.assay.images.Candidate;
import dev.assay.images.ImageChanges;
import dev.assay.images.RuntimeImage;
import dev.assay.skill.AssayException;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import dev.assay.skill.audit.AuditAction;
import dev.assay.skill.audit.AuditRecord;
import dev.assay.skill.audit.AuditWriter;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;
import tools.jackson.databind.json.JsonMapper;

/// Carries out the decisions of reviewers. A decision is one transaction: the state, the runtime
/// image and the version in use change together or not at all. The files of a skill are stored
/// under their digest in every state, so a decision moves none.
///
/// A transaction that changes the image in use locks its row first and the skill's row second. So
/// of two concurrent decisions the second sees the result of the first.
public final class Decisions {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int LONGEST_REASON = 500;

  private final JdbcClient jdbc;
  private final TransactionOperations transactions;
  private final Skills skills;
  private final ImageChanges changes;
  private final Clock clock;
  private final AuditWriter audit;

  public Decisions(
      JdbcClient jdbc,
      TransactionOperations transactions,
      AuditWriter audit,
      Skills skills,
      ImageChanges changes,
      Clock clock) {
    this.jdbc = jdbc;
    this.audit = audit;
    this.transactions = transactions;
    this.skills = skills;
    this.changes = changes;
    this.clock = clock;
  }

  /// Checks that the skill may be admitted in its present state.
  ///
  /// @throws AssayException with `INVALID_STATUS_TRANSITION`, `VALIDATION_NOT_COMPLETED`,
  ///   `REHEARSAL_NOT_ACKNOWLEDGED` or `HELD_NOT_ACKNOWLEDGED`
  public Approved approvable(UUID id, Review review) {
    Skill skill = skills.load(id);
    Status _ = Action.APPROVE.from(skill);
    if (!skill.validated().stage().equals(Optional.of(Stage.COMPLETED))) {
      throw notCompleted(skill, "has not passed its validation. Validate it first.");
    }
    return right(skill, review);
  }

  /// The same check for a skill that is being tested on a newer image by that run.
  public Approved underWay(UUID id, UUID changeRun, Review review) {
    Skill skill = skills.load(id);
    if (!skill.decided().changeRun().equals(Optional.of(changeRun))) {
      throw notCompleted(skill, "was approved once more or decided otherwise meanwhile.");
    }
    return right(skill, review);
  }

  private static Approved right(Skill skill, Review review) {
    UUID run =
        skill
            .validated()
            .run()
            .orElseThrow(() -> notCompleted(skill, "was never validated. Validate it first."));
    String digest = skill.bundle().digest().toString();
    if (!review.digest().orElse(digest).equals(digest)) {
      throw notCompleted(skill, "has other content than what you reviewed. Review it again.");
    }
    if (!review.run().orElse(run).equals(run)) {
      throw notCompleted(skill, "was validated by another run since. Read the report of that one.");
    }
    boolean silent = review.rehearsal() == Review.Rehearsal.NOT_ACKNOWLEDGED;
    if (skill.validated().rehearsal() && silent) {
      throw new AssayException(
          ErrorCode.REHEARSAL_NOT_ACKNOWLEDGED,
          "\"%s\" version %d was tried by rules, not by a model. Configure a model and validate it again, or say that you know with acknowledge_rehearsal (--acknowledge-rehearsal)."
              .formatted(skill.name(), skill.version()),
          Map.of("run_id", run.toString()));
    }
    boolean unknown = review.held() == Review.HeldReasons.NOT_ACKNOWLEDGED;
    if (!skill.validated().heldReasons().isEmpty() && unknown) {
      throw new AssayException(
          ErrorCode.HELD_NOT_ACKNOWLEDGED,
          "The validation of \"%s\" version %d leaves the decision to you: %s If you approve it all the same, say that you know with acknowledge_held (--acknowledge-held)."
              .formatted(
                  skill.name(), skill.version(), String.join(" ", skill.validated().heldReasons())),
          Map.of("run_id", run.toString(), "held_reasons", skill.validated().heldReasons()));
    }
    return new Approved(skill.id(), skill.bundle().digest(), run, review);
  }

  /// Puts the skill into use: the candidate becomes the next runtime image and is current.
  public Admission admit(Approved approved, Candidate candidate) {
    return Objects.requireNonNull(
        transactions.execute(
            transaction -> {
              RuntimeImage current = changes.lockCurrent();
              Skill skill = skills.lock(approved.skill());
              requireSame(skill, approved);
              Optional<UUID> change = skill.decided().changeRun();
              boolean waited = change.isPresent() && change.equals(candidate.run());
              requireStillWanted(skill, approved, candidate, waited);
              Status status = (waited ? Action.ADMIT : Action.APPROVE).from(skill);
              if (candidate.base() != current.number() || (!waited && someoneChangesTheImage())) {
                return new Admission.Moved(current.number());
              }
              int number = admit(skill, status, approved.review(), candidate);
              jdbc.sql("update skill set changed_image = ? where id = ?")
                  .params(!candidate.image().equals(current.image()), skill.id())
                  .update();
              return new Admission.Admitted(number);
            }));
  }

  /// Checks that the run still approves the skill. A run that was cancelled or timed out may come
  /// this far; its skill is then back with the reviewer.
  private static void requireStillWanted(
      Skill skill, Approved approved, Candidate candidate, boolean waited) {
    boolean atOnce =
        candidate.run().equals(Optional.of(approved.run()))
            && skill.validated().stage().equals(Optional.of(Stage.COMPLETED));
    if (!waited && !atOnce) {
      throw notCompleted(skill, "is no longer being approved by that run. Review it again.");
    }
  }

  private int admit(Skill skill, Status status, Review review, Candidate candidate) {
    int number =
        changes.add(
            candidate,
            skill.id(),
            skill.name(),
            Optional.of(skill.bundle().digest().toString()),
            review.by());
    audit.record(
        AuditRecord.by(review.by(), AuditAction.IMAGE_MADE, RuntimeImage.auditSubject(number))
            .from(Map.of("current_version", "v1." + candidate.base()))
            .to(Map.of("current_version", "v1." + number, "with", skill.name())));
    replaceOlder(skill, number);
    boolean acknowledged = skill.validated().rehearsal();
    boolean heldAcknowledged = !skill.validated().heldReasons().isEmpty();
    jdbc.sql(
            """
            update skill set status = :status, stage = 'completed', inconclusive_reason = null,
              approved_by = :by, approved_at = :now, rehearsal_acknowledged = :acknowledged,
              held_acknowledged = :held,
              image_number = :number, image_engine = :engine, image_base = :base, image_architecture = :architecture,
              installed = :installed::jsonb, contents = :contents, replaced_by = null,
              change_run = null
            where id = :id
            """)
        .param("status", status.word())
        .param("by", review.by())
        .param("now", clock.instant().atOffset(ZoneOffset.UTC))
        .param("acknowledged", acknowledged)
        .param("held", heldAcknowledged)
        .param("number", number)
        .param("engine", candidate.image().engine())
        .param("base", candidate.image().base())
        .param("architecture", candidate.image().architecture().word())
        .param("installed", JSON.writeValueAsString(candidate.installed()))
        .param("contents", candidate.contents().map(Digest::toString).orElse(null))
        .param("id", skill.id())
        .update();
    changes.join(number, skill.id());
    changes.forgetOld();
    note(
        review.by(),
        AuditAction.SKILL_APPROVED,
        skill,
        Map.of(
            "status",
            status.word(),
            "image",
            "v1." + number,
            "run_id",
            skill.validated().run().map(UUID::toString).orElse(""),
            "rehearsal_acknowledged",
            acknowledged,
            "held_acknowledged",
            heldAcknowledged));
    return number;
  }

  private void replaceOlder(Skill skill, int number) {
    for (Skill older : skills.versions(skill.name())) {
      if (older.inUse() && !older.id().equals(skill.id())) {
        jdbc.sql("update skill set replaced_by = ? where id = ?")
            .params(skill.id(), older.id())
            .update();
        changes.leave(number, older.id());
        note(
            AuditRecord.THE_SERVER,
            AuditAction.SKILL_REPLACED,
            older,
            Map.of("replaced_by", skill.id()));
      }
    }
  }

  /// Holds the approval until the run has tested the skill on the current image. A repeated call
  /// changes nothing.
  public void beginChange(Approved approved, UUID changeRun) {
    transactions.executeWithoutResult(
        transaction -> {
          changes.lockCurrent();
          Skill skill = skills.lock(approved.skill());
          requireSame(skill, approved);
          if (skill.decided().changeRun().equals(Optional.of(changeRun))) {
            return;
          }
          jdbc.sql(
                  """
                  update skill set status = ?, stage = 'layer1', change_run = ?,
                    inconclusive_reason = null
                  where id = ?
                  """)
              .params(Action.REBASE.from(skill).word(), changeRun, skill.id())
              .update();
          note(
              approved.review().by(),
              AuditAction.VALIDATION_BEGAN,
              skill,
              Map.of("status", Status.VALIDATING.word(), "run_id", changeRun));
        });
  }

  /// Records the stage that those tests have reached.
  public void reach(UUID id, UUID changeRun, Stage stage) {
    jdbc.sql("update skill set stage = ? where id = ? and change_run = ? and status = 'validating'")
        .params(stage.word(), id, changeRun)
        .update();
  }

  /// Ends tests that gave no result. The skill waits for its reviewer again, with the reason.
  public void stopChange(UUID id, UUID changeRun, String reason) {
    endChange(id, changeRun, Action.STOP, Stage.COMPLETED, reason);
  }

  /// Ends tests that failed: the skill does not work on the current image, or another skill does
  /// not work with it.
  public void failChange(UUID id, UUID changeRun, String reason) {
    endChange(id, changeRun, Action.FAIL, Stage.FAILED, reason);
  }

  private void endChange(UUID id, UUID changeRun, Action action, Stage stage, String reason) {
    transactions.executeWithoutResult(
        transaction -> {
          Skill skill = skills.lock(id);
          if (!skill.decided().changeRun().equals(Optional.of(changeRun))
              || skill.status() != Status.VALIDATING) {
            return;
          }
          boolean failed = action == Action.FAIL;
          jdbc.sql(
                  """
                  update skill set status = :status, stage = :stage, change_run = null,
                    inconclusive_reason = case when :failed then null else :reason end,
                    reject_reason = case when :failed then :reason end,
                    rejected_by = case when :failed then 'assay' end,
                    rejected_at = case when :failed then :now::timestamptz end
                  where id = :id
                  """)
              .param("status", action.from(skill).word())
              .param("stage", stage.word())
              .param("failed", failed)
              .param("reason", Visible.text(reason, 4_000))
              .param("now", clock.instant().atOffset(ZoneOffset.UTC))
              .param("id", id)
              .update();
          note(
              AuditRecord.THE_SERVER,
              failed ? AuditAction.VALIDATION_FAILED : AuditAction.VALIDATION_INCONCLUSIVE,
              skill,
              Map.of("status", action.from(skill).word(), "run_id", changeRun, "reason", reason));
        });
  }

  /// @param reason the reason for the author, 1 to 500 characters
  public Skill reject(UUID id, String by, String reason) {
    String text = reason.strip();
    if (text.isEmpty() || text.length() > LONGEST_REASON) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST,
          "A rejection needs a reason of 1 to %d characters; this one has %d."
              .formatted(LONGEST_REASON, text.length()));
    }
    return Objects.requireNonNull(
        transactions.execute(
            transaction -> {
              Skill skill = skills.lock(id);
              requireNoChange(skill);
              jdbc.sql(
                      """
                      update skill set status = ?, rejected_by = ?, rejected_at = ?,
                        reject_reason = ?
                      where id = ?
                      """)
                  .params(
                      Action.REJECT.from(skill).word(),
                      by,
                      clock.instant().atOffset(ZoneOffset.UTC),
                      Visible.text(text),
                      id)
                  .update();
              note(
                  by,
                  AuditAction.SKILL_REJECTED,
                  skill,
                  Map.of(
                      "status",
                      Status.REJECTED.word(),
                      "reason",
                      text,
                      "uploaded_by",
                      skill.uploadedBy()));
              return skills.load(id);
            }));
  }

  private void note(String by, AuditAction action, Skill was, Map<String, ?> after) {
    audit.record(
        AuditRecord.by(by, action, was.auditSubject())
            .from(Map.of("status", was.status().word()))
            .to(after));
  }

  private static void requireNoChange(Skill skill) {
    if (skill.decided().changeRun().isPresent() && skill.status() == Status.ROLLBACK_PENDING) {
      throw new AssayException(
          ErrorCode.VALIDATION_IN_PROGRESS,
          "\"%s\" version %d is being deleted.".formatted(skill.name(), skill.version()),
          Map.of("run_id", skill.decided().changeRun().orElseThrow().toString()));
    }
  }

  private boolean someoneChangesTheImage() {
    return jdbc.sql("select exists (select 1 from skill where change_run is not null)")
        .query(Boolean.class)
        .single();
  }

  /// Checks that the content to decide on is the reviewed content.
  private static void requireSame(Skill skill, Approved approved) {
    if (!skill.bundle().digest().equals(approved.digest())
        || !skill.validated().run().equals(Optional.of(approved.run()))) {
      throw notCompleted(skill, "has changed meanwhile. Review it again.");
    }
  }

  private static AssayException notCompleted(Skill skill, String what) {
    return new AssayException(
        ErrorCode.VALIDATION_NOT_COMPLETED,
        "\"%s\" version %d %s".formatted(skill.name(), skill.version(), what),
        Map.of(
            "status", skill.status().word(),
            "digest", skill.bundle().digest().toString(),
            "run_id", skill.validated().run().map(UUID::toString).orElse("")));
  }
}
