package dev.assay.registry;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import dev.assay.skill.audit.AuditAction;
import dev.assay.skill.audit.AuditRecord;
import dev.assay.skill.audit.AuditWriter;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;
import tools.jackson.databind.json.JsonMapper;

/// Moves skills through their states. Every move is one transaction that locks the skill's row, so
/// of two concurrent moves the second sees the result of the first.
public final class Lifecycle {
  private static final int LONGEST_REASON = 4_000;
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final JdbcClient jdbc;
  private final TransactionOperations transactions;
  private final Skills skills;
  private final Clock clock;
  private final AuditWriter audit;

  public Lifecycle(
      JdbcClient jdbc,
      TransactionOperations transactions,
      Skills skills,
      Clock clock,
      AuditWriter audit) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.skills = skills;
    this.clock = clock;
    this.audit = audit;
  }

  /// Marks the skill as being validated by that run. A repeated call for the same run changes
  /// nothing, not even after the run's conclusion, because a run can be executed once more between
  /// its verdict and its end.
  ///
  /// @throws AssayException with `VALIDATION_IN_PROGRESS` if another run validates it
  public void begin(UUID id, UUID run) {
    move(
        id,
        skill -> {
          boolean same = skill.validated().run().equals(Optional.of(run));
          if (same && (skill.status() == Status.VALIDATING || concluded(skill))) {
            return;
          }
          if (skill.inUse()) {
            beginAgain(skill, run);
            return;
          }
          if (skill.status() == Status.VALIDATING) {
            throw new AssayException(
                ErrorCode.VALIDATION_IN_PROGRESS,
                "\"%s\" version %d is being validated already."
                    .formatted(skill.name(), skill.version()),
                Map.of("run_id", skill.validated().run().map(UUID::toString).orElse("")));
          }
          Stage stage = same ? skill.validated().stage().orElse(Stage.LAYER1) : Stage.LAYER1;
          set(id, Action.VALIDATE.from(skill), stage, "");
          jdbc.sql(
                  """
                  update skill set run_id = ?, rejected_by = null, rejected_at = null,
                    reject_reason = null, rehearsal_acknowledged = false,
                    held_reasons = '[]', held_acknowledged = false
                  where id = ?
                  """)
              .params(run, id)
              .update();
          note(skill, AuditAction.VALIDATION_BEGAN, Status.VALIDATING, run, "", List.of());
        });
  }

  /// Begins another validation of an approved skill, which stays in use meanwhile.
  private void beginAgain(Skill skill, UUID run) {
    if (!skill.validated().again().equals(Optional.of(run))) {
      jdbc.sql("update skill set again_run = ? where id = ?").params(run, skill.id()).update();
      note(skill, AuditAction.VALIDATION_BEGAN, Status.APPROVED, run, "", List.of());
    }
  }

  /// Concludes another validation of an approved skill. It stays in use whatever the result; an
  /// admin acts on findings against it.
  private void concludeAgain(Skill skill, UUID run, Conclusion conclusion) {
    jdbc.sql("update skill set again_run = null where id = ?").param(skill.id()).update();
    switch (conclusion) {
      case Conclusion.Passed(var scores, var rehearsal, var findings) -> {
        keep(skill.id(), scores, rehearsal);
        jdbc.sql(
                """
                update skill set run_id = ?, again_failed = null, held_reasons = '[]',
                  rehearsal_acknowledged = rehearsal_acknowledged and rehearsal
                where id = ?
                """)
            .params(run, skill.id())
            .update();
        note(skill, AuditAction.VALIDATION_CONFIRMED, Status.APPROVED, run, "", findings);
      }
      case Conclusion.Failed(var _, var _, var findings) -> {
        String first = findings.isEmpty() ? "" : String.valueOf(findings.getFirst().get("message"));
        jdbc.sql("update skill set again_failed = ? where id = ?")
            .params(Visible.text(first, LONGEST_REASON), skill.id())
            .update();
        note(skill, AuditAction.VALIDATION_FAILED, Status.APPROVED, run, first, findings);
      }
      case Conclusion.Held(var _, var _, var reasons, var findings) ->
          note(
              skill,
              AuditAction.VALIDATION_INCONCLUSIVE,
              Status.APPROVED,
              run,
              "held: " + String.join(" ", reasons),
              findings);
      case Conclusion.Inconclusive(String reason) ->
          note(skill, AuditAction.VALIDATION_INCONCLUSIVE, Status.APPROVED, run, reason, List.of());
    }
  }

  /// Records the stage that the run has reached.
  public void reach(UUID id, UUID run, Stage stage) {
    jdbc.sql("update skill set stage = ? where id = ? and run_id = ? and status = 'validating'")
        .params(stage.word(), id, run)
        .update();
  }

  /// Records the conclusion of the run. Only the first call has an effect; a call for a run that is
  /// no longer the skill's changes nothing.
  public void conclude(UUID id, UUID run, Conclusion conclusion) {
    move(
        id,
        skill -> {
          if (skill.validated().again().equals(Optional.of(run))) {
            concludeAgain(skill, run, conclusion);
            return;
          }
          if (skill.status() != Status.VALIDATING
              || skill.decided().changeRun().isPresent()
              || !skill.validated().run().equals(Optional.of(run))) {
            return;
          }
          Stage reached = skill.validated().stage().orElse(Stage.LAYER1);
          switch (conclusion) {
            case Conclusion.Passed(var scores, var rehearsal, var findings) -> {
              set(id, Action.PASS.from(skill), Stage.COMPLETED, "");
              keep(id, scores, rehearsal);
              note(skill, AuditAction.VALIDATION_PASSED, Status.PENDING, run, "", findings);
            }
            case Conclusion.Held(var scores, var rehearsal, var reasons, var findings) -> {
              set(id, Action.PASS.from(skill), Stage.COMPLETED, "");
              keep(id, scores, rehearsal);
              jdbc.sql("update skill set held_reasons = ?::jsonb where id = ?")
                  .params(JSON.writeValueAsString(reasons.stream().map(Visible::text).toList()), id)
                  .update();
              note(
                  skill,
                  AuditAction.VALIDATION_PASSED,
                  Status.PENDING,
                  run,
                  "held: " + String.join(" ", reasons),
                  findings);
            }
            case Conclusion.Failed(var scores, var rehearsal, var findings) -> {
              set(id, Action.FAIL.from(skill), Stage.FAILED, "");
              keep(id, scores, rehearsal);
              note(skill, AuditAction.VALIDATION_FAILED, Status.REJECTED, run, "", findings);
            }
            case Conclusion.Inconclusive(String reason) -> {
              set(id, Action.STOP.from(skill), reached, Visible.text(reason, LONGEST_REASON));
              note(
                  skill,
                  AuditAction.VALIDATION_INCONCLUSIVE,
                  Status.PENDING,
                  run,
                  reason,
                  List.of());
            }
          }
        });
  }

  private void note(
      Skill was,
      AuditAction action,
      Status now,
      UUID run,
      String reason,
      List<Map<String, Object>> findings) {
    Map<String, Object> after =
        new HashMap<>(Map.of("status", now.word(), "run_id", run, "uploaded_by", was.uploadedBy()));
    if (!reason.isEmpty()) {
      after.put("reason", reason);
    }
    if (!findings.isEmpty()) {
      after.put("findings", findings);
    }
    audit.record(
        AuditRecord.by(AuditRecord.THE_SERVER, action, was.auditSubject())
            .from(Map.of("status", was.status().word()))
            .to(after));
  }

  private static boolean concluded(Skill skill) {
    return skill
        .validated()
        .stage()
        .filter(stage -> stage == Stage.COMPLETED || stage == Stage.FAILED)
        .isPresent();
  }

  private interface Move {
    void make(Skill skill);
  }

  private void move(UUID id, Move move) {
    transactions.executeWithoutResult(
        transaction -> {
          move.make(skills.lock(id));
        });
  }

  private void set(UUID id, Status status, Stage stage, String reason) {
    try {
      jdbc.sql(
              """
              update skill set status = ?, stage = ?, inconclusive_reason = nullif(?, '')
              where id = ?
              """)
          .params(status.word(), stage.word(), reason, id)
          .update();
    } catch (DuplicateKeyException e) {
      throw new AssayException(
          ErrorCode.SKILL_ALREADY_EXISTS,
          "Another version of this skill is on its way. Decide on that one first.",
          e);
    }
  }

  private void keep(UUID id, String scores, boolean rehearsal) {
    jdbc.sql(
            """
            update skill set scores = nullif(:scores, '')::jsonb, rehearsal = :rehearsal,
              validated_at = :now
            where id = :id
            """)
        .param("scores", Objects.requireNonNull(scores))
        .param("rehearsal", rehearsal)
        .param("now", clock.instant().atOffset(ZoneOffset.UTC))
        .param("id", id)
        .update();
  }
}
