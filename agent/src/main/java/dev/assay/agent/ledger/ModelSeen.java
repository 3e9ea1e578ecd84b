package dev.assay.agent.ledger;

import java.time.Clock;
import java.time.ZoneOffset;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Remembers that a model was once configured on this database.
public final class ModelSeen {
  private final JdbcClient jdbc;
  private final Clock clock;

  public ModelSeen(JdbcClient jdbc, Clock clock) {
    this.jdbc = jdbc;
    this.clock = clock;
  }

  public void mark() {
    jdbc.sql("insert into agent_model_seen (at) values (?) on conflict do nothing")
        .param(clock.instant().atOffset(ZoneOffset.UTC))
        .update();
  }

  public boolean isMarked() {
    return jdbc.sql("select count(*) from agent_model_seen").query(Long.class).single() > 0;
  }
}
