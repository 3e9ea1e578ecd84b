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

  /// Whether nobody else watches under that key until then.
  boolean begin(String project, String hash, Duration patience) {
    return jdbc.sql(
                """
                insert into tool_watch as w (project, key_hash, until)
                values (:project, :hash, :until)
                on conflict (project, key_hash) do update set until = :until where w.until < :now
                """)
            .param("project", project)
            .param("hash", hash)
            .param("until", now().plus(patience))
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
