package dev.assay.toolservice;

import java.time.Clock;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.springframework.jdbc.core.simple.JdbcClient;

/// The watches by key. A second watch with the same key is refused.
final class ToolWatches {
  private final JdbcClient jdbc;
  private final Clock clock;

  ToolWatches(JdbcClient jdbc, Clock clock) {
    this.jdbc = jdbc;
    this.clock = clock;
  }

  /// Begins a watch. Returns false while another call watches under that key. The same call may
  /// continue its watch, because another worker may have taken it over.
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

  /// Ends a watch, unless another call has taken its key over.
  void end(String project, String hash, String holder) {
    jdbc.sql("delete from tool_watch where project = ? and key_hash = ? and holder = ?")
        .params(project, hash, holder)
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
