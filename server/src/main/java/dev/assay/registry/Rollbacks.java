package dev.assay.registry;

import dev.assay.images.ImageChanges;
import dev.assay.images.Images;
import dev.assay.images.RuntimeImage;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.audit.AuditAction;
import dev.assay.skill.audit.AuditRecord;
import dev.assay.skill.audit.AuditWriter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/// Makes another runtime image current, with exactly the skills that it had in use, as far as they
/// still exist. It is one transaction: agents see the old state or the new one.
public final class Rollbacks {
  private final JdbcClient jdbc;
  private final TransactionOperations transactions;
  private final Skills skills;
  private final ImageChanges changes;
  private final Images images;
  private final AuditWriter audit;

  public Rollbacks(
      JdbcClient jdbc,
      TransactionOperations transactions,
      AuditWriter audit,
      Skills skills,
      ImageChanges changes) {
    this.jdbc = jdbc;
    this.audit = audit;
    this.transactions = transactions;
    this.skills = skills;
    this.changes = changes;
    this.images = changes.images();
  }

  /// The changes of a rollback.
  ///
  /// @param leaving the skills admitted later: no longer in use, waiting to be validated again or
  ///   dropped
  /// @param returning the skills in use again, in the version of the target
  public record Rollback(
      RuntimeImage from, RuntimeImage target, List<Skill> leaving, List<Skill> returning) {
    public Rollback {
      leaving = List.copyOf(leaving);
      returning = List.copyOf(returning);
    }
  }

  /// Computes the changes of a rollback without making them.
  ///
  /// @throws AssayException with `IMAGE_NOT_FOUND`, or `BAD_REQUEST` if it is current already
  public Rollback preview(int target) {
    return plan(images.current(), target);
  }

  /// Rolls back from the current image, whatever its number.
  ///
  /// @throws AssayException as [#preview]
  public Rollback rollBack(int target, String by) {
    return rollBack(OptionalInt.empty(), target, by);
  }

  /// @param from the image that was current when the caller previewed the changes
  /// @throws AssayException as [#preview], and with `IMAGE_CHANGED` if another image is current by
  ///   now
  public Rollback rollBack(OptionalInt from, int target, String by) {
    return Objects.requireNonNull(
        transactions.execute(
            transaction -> {
              RuntimeImage current = changes.lockCurrent();
              requireStill(from, current);
              jdbc.sql("select id from skill order by id for update").query().listOfRows();
              Rollback rollback = plan(current, target);
              for (Skill skill : rollback.leaving()) {
                set(skill.id(), Action.ROLL_BACK.from(skill));
              }
              for (Skill skill : rollback.returning()) {
                set(
                    skill.id(),
                    skill.status() == Status.APPROVED
                        ? Status.APPROVED
                        : Action.RESTORE.from(skill));
              }
              changes.use(target);
              note(rollback, by);
              return rollback;
            }));
  }

  private static void requireStill(OptionalInt from, RuntimeImage current) {
    if (from.isPresent() && from.getAsInt() != current.number()) {
      throw new AssayException(
          ErrorCode.IMAGE_CHANGED,
          "%s is current now, no longer v1.%d. Check again what would change."
              .formatted(current.version(), from.getAsInt()),
          Map.of("current_version", current.version()));
    }
  }

  private void note(Rollback done, String by) {
    for (Skill skill : done.leaving()) {
      note(skill, AuditAction.SKILL_ROLLED_BACK, Status.ROLLBACK_PENDING, by);
    }
    for (Skill skill : done.returning()) {
      note(skill, AuditAction.SKILL_RESTORED, Status.APPROVED, by);
    }
    audit.record(
        AuditRecord.by(
                by,
                AuditAction.IMAGE_ROLLED_BACK,
                RuntimeImage.auditSubject(done.target().number()))
            .from(Map.of("current_version", done.from().version()))
            .to(
                Map.of(
                    "current_version",
                    done.target().version(),
                    "leaving",
                    String.join(", ", done.leaving().stream().map(Skill::name).toList()),
                    "returning",
                    String.join(", ", done.returning().stream().map(Skill::name).toList()))));
  }

  private void note(Skill was, AuditAction action, Status now, String by) {
    audit.record(
        AuditRecord.by(by, action, was.auditSubject())
            .from(Map.of("status", was.status().word()))
            .to(Map.of("status", now.word(), "version", was.version())));
  }

  private void set(UUID id, Status status) {
    jdbc.sql("update skill set status = ?, replaced_by = null where id = ?")
        .params(status.word(), id)
        .update();
  }

  private Rollback plan(RuntimeImage current, int number) {
    RuntimeImage target = images.load(number);
    if (target.number() == current.number()) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST,
          "%s is the current image already.".formatted(target.version()),
          Map.of("current_version", current.version()));
    }
    if (!target.image().bare().equals(current.image().bare())) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST,
          "%s was made from %s, and this server makes sandboxes from %s. Set assay.sandbox.base to what it was made from, on such a machine, and start the server again."
              .formatted(target.version(), target.image().origin(), current.image().origin()));
    }
    Set<UUID> held = new HashSet<>(images.skills(number));
    List<Skill> leaving = new ArrayList<>();
    List<Skill> returning = new ArrayList<>();
    for (Skill skill : skills.everAdmitted()) {
      boolean later = skill.decided().image().filter(admitted -> admitted > number).isPresent();
      boolean approved = skill.status() == Status.APPROVED;
      if (held.contains(skill.id()) && !skill.inUse() && canReturn(skill)) {
        returning.add(skill);
      } else if (!held.contains(skill.id()) && approved && (skill.inUse() || later)) {
        leaving.add(skill);
      }
    }
    return new Rollback(current, target, leaving, returning);
  }

  /// Says whether a skill can return. A skill that was decided on since, or is being removed, stays
  /// as it is.
  private static boolean canReturn(Skill skill) {
    return skill.decided().changeRun().isEmpty()
        && (skill.status() == Status.APPROVED || skill.status() == Status.ROLLBACK_PENDING);
  }
}
