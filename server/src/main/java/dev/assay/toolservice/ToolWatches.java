package dev.assay.toolservice;

import java.time.Clock;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Who watches what, so that a second one with the same key is sent away.
final class ToolWatches {
  private final JdbcClient jdbc;
  private final Clock clock;

  ToolWatches(JdbcClient jdbc, Clock clock) {
    this.jdbc = jdbc;
    this.clock = clock;
  }

  /// Whether no other call watches under that key until then. The same one may go on: its worker
  /// died, and another has it.
  boolean begin(String project, String hash, Duration patience, String holder) {
    return jdbc.sql(
                """
                insert into tool_watch as w (project, key_hash, until, holder)
                values (:project, :hash, :until, :holder)
                on conflict (project, key_hash) do update set until = :until, holder = :holder
                  where w.until < :now or w.holder = :holder
                """)
            .param("project", project)
            .param("hash", hash)
            .param("until", now().plus(patience))
            .param("holder", holder)
            .param("now", now())
            .update()
        > 0;
  }

  void end(String project, String hash) {
    jdbc.sql("delete from tool_watch where project = ? and key_hash = ?")
        .params(project, hash)
        .update();
  }

  /// Forgets watches whose time is over.
  void forgetOld() {
    jdbc.sql("delete from tool_watch where until < ?").param(now()).update();
  }

  private OffsetDateTime now() {
    return clock.instant().atOffset(ZoneOffset.UTC);
  }
}
