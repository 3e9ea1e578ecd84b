package dev.assay.registry;

import dev.assay.skill.audit.AuditAction;
import dev.assay.skill.audit.AuditRecord;
import dev.assay.skill.audit.AuditWriter;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/// The results of calibrations of the gate, which are kept longer than all other records of them.
public final class Calibrations {
  private final JdbcClient jdbc;
  private final AuditWriter audit;
  private final Clock clock;

  public Calibrations(JdbcClient jdbc, AuditWriter audit, Clock clock) {
    this.jdbc = jdbc;
    this.audit = audit;
    this.clock = clock;
  }

  /// @param conditions models, prompts, policy and version, as JSON
  /// @param report the measurements, as JSON
  public record Entry(UUID id, Instant made, String by, String conditions, String report) {}

  public Entry add(String by, String conditions, String report) {
    Entry entry = new Entry(UUID.randomUUID(), clock.instant(), by, conditions, report);
    audit.together(
        () -> {
          jdbc.sql(
                  """
                  insert into calibration (id, made_at, made_by, conditions, report)
                  values (?, ?, ?, ?::jsonb, ?::jsonb)
                  """)
              .params(entry.id(), entry.made().atOffset(ZoneOffset.UTC), by, conditions, report)
              .update();
          audit.record(
              AuditRecord.by(
                      by,
                      AuditAction.CALIBRATION_RECORDED,
                      new AuditRecord.Subject("calibration", entry.id().toString(), ""))
                  .to(Map.of("conditions", conditions)));
          return entry;
        });
    return entry;
  }

  /// The last calibrations, newest first.
  public List<Entry> list(int most) {
    return jdbc.sql("select * from calibration order by made_at desc, id limit ?")
        .param(most)
        .query((row, _) -> entry(row))
        .list();
  }

  public Optional<Entry> findLatest() {
    return list(1).stream().findFirst();
  }

  private static Entry entry(ResultSet row) throws SQLException {
    return new Entry(
        row.getObject("id", UUID.class),
        row.getObject("made_at", OffsetDateTime.class).toInstant(),
        row.getString("made_by"),
        row.getString("conditions"),
        row.getString("report"));
  }
}
