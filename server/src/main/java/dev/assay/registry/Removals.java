package dev.assay.registry;

import dev.assay.images.Candidate;
import dev.assay.images.ImageChanges;
import dev.assay.images.Images;
import dev.assay.images.RuntimeImage;
import dev.assay.skill.AssayException;
import dev.assay.skill.Bundle;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import dev.assay.skill.audit.AuditAction;
import dev.assay.skill.audit.AuditRecord;
import dev.assay.skill.audit.AuditWriter;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/// Deletes skills. A skill with packages in the current image is out of use at once, and gone when
/// an image without them has replaced it. The same transaction writes down the digests of its
/// files, so that a cleanup removes the files even after a crash.
public final class Removals {
  private final JdbcClient jdbc;
  private final TransactionOperations transactions;
  private final Skills skills;
  private final ImageChanges changes;
  private final Images images;
  private final Clock clock;
  private final AuditWriter audit;

  public Removals(
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
    this.images = changes.images();
    this.clock = clock;
  }

  /// The work of deleting a skill.
  public enum Effort {
    /// No image in use has it.
    NONE,
    /// The next image is the same without it, because it brought no packages.
    NEXT_IMAGE,
    /// The next image is built without its packages, and the other skills are tested on it.
    REBUILD
  }

  public Effort effort(UUID id) {
    return effort(skills.load(id), images.current());
  }

  private Effort effort(Skill skill, RuntimeImage current) {
    Status _ = Action.DELETE.from(skill);
    if (!images.carries(current.number(), skill.id())) {
      return Effort.NONE;
    }
    return skill.decided().installed().isEmpty() && !changedImage(skill)
        ? Effort.NEXT_IMAGE
        : Effort.REBUILD;
  }

  private boolean changedImage(Skill skill) {
    return jdbc.sql("select changed_image from skill where id = ?")
        .param(skill.id())
        .query(Boolean.class)
        .single();
  }

  /// Deletes a skill at once, unless an image has to be built first. Returns the work that it took
  /// or would take.
  ///
  /// @throws AssayException with `INVALID_STATUS_TRANSITION` or `VALIDATION_IN_PROGRESS`
  public Effort delete(UUID id, String by) {
    return Objects.requireNonNull(
        transactions.execute(
            transaction -> {
              RuntimeImage current = changes.lockCurrent();
              Skill skill = skills.lock(id);
              requireNoChange(skill, Optional.empty());
              Effort effort = effort(skill, current);
              if (effort == Effort.NEXT_IMAGE) {
                addImage(unchanged(current), skill, by);
              }
              if (effort != Effort.REBUILD) {
                forget(skill, by);
              }
              return effort;
            }));
  }

  private static Candidate unchanged(RuntimeImage current) {
    return new Candidate(
        current.number(),
        current.image(),
        current.packages(),
        Map.of(),
        current.contents(),
        current.size(),
        Optional.empty());
  }

  /// Takes the skill out of use while that run builds an image without it. A repeated call changes
  /// nothing.
  public void begin(UUID id, UUID run) {
    transactions.executeWithoutResult(
        transaction -> {
          changes.lockCurrent();
          Skill skill = skills.lock(id);
          requireNoChange(skill, Optional.of(run));
          jdbc.sql(
                  """
                  update skill set status = ?, change_run = ?, inconclusive_reason = null
                  where id = ?
                  """)
              .params(Action.DELETE.from(skill).word(), run, id)
              .update();
          changes.retire(id);
          noteOutOfUse(skill, AuditRecord.THE_SERVER);
        });
  }

  /// Takes the skill out of use, whatever the result of the deletion. Does nothing if it is gone
  /// already.
  public void takeOut(UUID id, String by) {
    transactions.executeWithoutResult(
        transaction -> {
          changes.lockCurrent();
          int rows =
              jdbc.sql(
                      "update skill set status = 'rollback_pending' where id = ? and status ="
                          + " 'approved'")
                  .param(id)
                  .update();
          if (rows > 0) {
            changes.retire(id);
            audit.record(outOfUse(skills.load(id), Status.APPROVED, by));
          }
        });
  }

  private void noteOutOfUse(Skill was, String by) {
    if (was.status() == Status.APPROVED) {
      audit.record(outOfUse(was, was.status(), by));
    }
  }

  private static AuditRecord outOfUse(Skill skill, Status before, String by) {
    return AuditRecord.by(by, AuditAction.SKILL_ROLLED_BACK, skill.auditSubject())
        .from(Map.of("status", before.word()))
        .to(Map.of("status", Status.ROLLBACK_PENDING.word(), "reason", "It is being deleted."));
  }

  /// Makes the image without the skill current and deletes the skill.
  ///
  /// @return false if the current image changed meanwhile, so that the candidate cannot be used
  public boolean finish(UUID id, Candidate candidate, String by) {
    return Objects.requireNonNull(
        transactions.execute(
            transaction -> {
              RuntimeImage current = changes.lockCurrent();
              Skill skill = skills.lock(id);
              requireStillWanted(skill, candidate);
              if (current.number() != candidate.base()) {
                return false;
              }
              addImage(candidate, skill, by);
              forget(skill, by);
              return true;
            }));
  }

  /// Checks that the run still deletes the skill. A run that was cancelled or timed out may come
  /// this far.
  private static void requireStillWanted(Skill skill, Candidate candidate) {
    if (candidate.run().isEmpty() || !skill.decided().changeRun().equals(candidate.run())) {
      throw new AssayException(
          ErrorCode.VALIDATION_ERROR,
          "\"%s\" version %d is no longer being deleted by that run."
              .formatted(skill.name(), skill.version()));
    }
  }

  private void addImage(Candidate candidate, Skill without, String by) {
    int number = changes.add(candidate, without.id(), without.name(), Optional.empty(), by);
    audit.record(
        AuditRecord.by(by, AuditAction.IMAGE_MADE, RuntimeImage.auditSubject(number))
            .from(Map.of("current_version", "v1." + candidate.base()))
            .to(Map.of("current_version", "v1." + number, "without", without.name())));
  }

  /// Stops a deletion. The skill stays out of use, with the reason why it could not be deleted. It
  /// can be deleted again.
  ///
  /// @param run the run that was to delete it, begun or not
  public void stop(UUID id, UUID run, String reason) {
    transactions.executeWithoutResult(
        transaction -> {
          int rows =
              jdbc.sql(
                      """
                      update skill set change_run = null, inconclusive_reason = ?
                      where id = ? and status = 'rollback_pending'
                        and (change_run = ? or change_run is null and inconclusive_reason is null)
                      """)
                  .params(Visible.text(reason, 4_000), id, run)
                  .update();
          if (rows > 0) {
            audit.record(
                AuditRecord.by(
                        AuditRecord.THE_SERVER,
                        AuditAction.SKILL_DELETION_STOPPED,
                        skills.load(id).auditSubject())
                    .to(Map.of("run_id", run, "reason", reason)));
          }
        });
  }

  /// Removes files that belonged only to skills deleted before a time.
  ///
  /// @param remove called while uploads of the same content are locked out
  public int clearFiles(Instant deletedBefore, FileRemoval remove) {
    List<Map.Entry<String, String>> due =
        jdbc.sql("select digest, name from skill_leftover where deleted_at <= ?")
            .param(deletedBefore.atOffset(ZoneOffset.UTC))
            .query((row, each) -> Map.entry(row.getString("digest"), row.getString("name")))
            .list();
    for (Map.Entry<String, String> each : due) {
      transactions.executeWithoutResult(
          transaction -> {
            skills.lockName(each.getValue());
            skills.lockName(each.getKey());
            Digest digest = Digest.parse(each.getKey());
            if (!skills.refersTo(digest)) {
              remove.remove(digest);
            }
            jdbc.sql("delete from skill_leftover where digest = ?").param(each.getKey()).update();
          });
    }
    return due.size();
  }

  /// Removes the content of a digest; does nothing if there is none.
  @FunctionalInterface
  public interface FileRemoval {
    void remove(Digest digest);
  }

  private void forget(Skill skill, String by) {
    audit.record(
        AuditRecord.by(by, AuditAction.SKILL_DELETED, skill.auditSubject())
            .from(
                Map.of(
                    "status", skill.status().word(),
                    "version", skill.version(),
                    "digest", skill.bundle().digest())));
    Bundle bundle = skill.bundle();
    Stream.concat(Stream.of(bundle.digest()), bundle.evalsDigest().stream())
        .forEach(
            digest ->
                jdbc.sql(
                        """
                        insert into skill_leftover (digest, name, deleted_at) values (?, ?, ?)
                        on conflict (digest) do update set deleted_at = excluded.deleted_at
                        """)
                    .params(
                        digest.toString(), skill.name(), clock.instant().atOffset(ZoneOffset.UTC))
                    .update());
    for (Skill older : skills.versions(skill.name())) {
      if (older.status() == Status.APPROVED
          && older.decided().replacedBy().equals(Optional.of(skill.id()))) {
        jdbc.sql("update skill set status = ?, replaced_by = null where id = ?")
            .params(Action.ROLL_BACK.from(older).word(), older.id())
            .update();
        audit.record(
            AuditRecord.by(by, AuditAction.SKILL_ROLLED_BACK, older.auditSubject())
                .from(Map.of("status", older.status().word(), "version", older.version()))
                .to(
                    Map.of(
                        "status",
                        Status.ROLLBACK_PENDING.word(),
                        "reason",
                        "The version that had replaced it was deleted.")));
      }
    }
    jdbc.sql("delete from skill where id = ?").param(skill.id()).update();
    changes.forgetOld();
  }

  private static void requireNoChange(Skill skill, Optional<UUID> but) {
    if (skill.decided().changeRun().isPresent() && !skill.decided().changeRun().equals(but)) {
      throw new AssayException(
          ErrorCode.VALIDATION_IN_PROGRESS,
          "The runtime image is being changed for \"%s\" version %d. Wait for that, or cancel it."
              .formatted(skill.name(), skill.version()),
          Map.of("run_id", skill.decided().changeRun().orElseThrow().toString()));
    }
  }
}
