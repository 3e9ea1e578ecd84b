package dev.assay.publication;

import dev.assay.audit.AuditEntry;
import dev.assay.audit.AuditLog;
import dev.assay.registry.Skills;
import dev.assay.skill.Visible;
import dev.assay.skill.audit.AuditAction;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Notices for the owners of skills: verdicts and decisions of reviewers, newest first. They follow
/// from the audit log; only the reading position is stored.
public final class OwnerNotices {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int MOST = 100;
  private static final int LONGEST = 500;

  private static final Map<AuditAction, String> EVENTS =
      Map.of(
          AuditAction.VALIDATION_PASSED, "passed",
          AuditAction.VALIDATION_CONFIRMED, "passed",
          AuditAction.VALIDATION_FAILED, "failed",
          AuditAction.VALIDATION_INCONCLUSIVE, "inconclusive",
          AuditAction.SKILL_APPROVED, "approved",
          AuditAction.SKILL_REJECTED, "rejected",
          AuditAction.SKILL_ROLLED_BACK, "rolled_back",
          AuditAction.SKILL_DELETED, "deleted");

  private final JdbcClient jdbc;
  private final AuditLog audit;
  private final Skills skills;

  public OwnerNotices(JdbcClient jdbc, AuditLog audit, Skills skills) {
    this.jdbc = jdbc;
    this.audit = audit;
    this.skills = skills;
  }

  /// @param number the number of the entry in the audit log
  /// @param event `passed`, `failed`, `inconclusive`, `approved`, `rejected`, `rolled_back` or
  ///   `deleted`
  /// @param by the user who decided; the server's own name for verdicts
  /// @param reason the reason of a reviewer, or the likeliest cause; empty if there is none
  public record OwnerNotice(
      long number,
      Instant at,
      String event,
      UUID skill,
      String name,
      String by,
      String reason,
      boolean read) {}

  public List<OwnerNotice> list(String owner) {
    long read = readUpTo(owner);
    return entries(owner, 0).stream().map(entry -> notice(entry, read)).toList();
  }

  /// The number of unread notices, up to a hundred.
  public long unread(String owner) {
    return entries(owner, readUpTo(owner)).size();
  }

  /// Marks all notices up to that one as read.
  public void read(String owner, long number) {
    jdbc.sql(
            """
            insert into notice_read (owner, sequence) values (:owner, :sequence)
            on conflict (owner) do update
              set sequence = greatest(notice_read.sequence, excluded.sequence)
            """)
        .param("owner", owner)
        .param("sequence", number)
        .update();
  }

  private long readUpTo(String owner) {
    return jdbc.sql("select sequence from notice_read where owner = ?")
        .param(owner)
        .query(Long.class)
        .optional()
        .orElse(0L);
  }

  private List<AuditEntry> entries(String owner, long after) {
    List<UUID> own = skills.ofOwner(owner);
    return own.isEmpty()
        ? List.of()
        : audit.about(own.stream().map(UUID::toString).toList(), EVENTS.keySet(), after, MOST);
  }

  private static OwnerNotice notice(AuditEntry entry, long read) {
    JsonNode after = JSON.readTree(entry.after());
    String cause = after.path("findings").path(0).path("message").asString("");
    return new OwnerNotice(
        entry.sequence(),
        entry.at(),
        Objects.requireNonNull(EVENTS.get(AuditAction.ofWord(entry.action()))),
        UUID.fromString(entry.object().id()),
        entry.object().name(),
        entry.actor(),
        Visible.line(after.path("reason").asString(cause), LONGEST),
        entry.sequence() <= read);
  }
}
