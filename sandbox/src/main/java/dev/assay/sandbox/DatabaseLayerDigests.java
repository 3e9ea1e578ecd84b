package dev.assay.sandbox;

import dev.assay.skill.Digest;
import dev.assay.skill.sandbox.LayerDigests;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Set;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Digests of layers in the database, for servers: whoever changes a layer does not change them.
public final class DatabaseLayerDigests implements LayerDigests {
  private final JdbcClient jdbc;
  private final Clock clock;

  public DatabaseLayerDigests(JdbcClient jdbc, Clock clock) {
    this.jdbc = jdbc;
    this.clock = clock;
  }

  @Override
  public Digest keep(String layer, Digest digest) {
    jdbc.sql(
            "insert into layer_digest (name, digest, made_at) values (?, ?, ?) on conflict do nothing")
        .params(layer, digest.toString(), clock.instant().atOffset(ZoneOffset.UTC))
        .update();
    return Digest.parse(
        jdbc.sql("select digest from layer_digest where name = ?")
            .param(layer)
            .query(String.class)
            .single());
  }

  @Override
  public void collect(Set<String> kept, Instant keptBefore) {
    jdbc.sql("delete from layer_digest where made_at < ? and name <> all (?)")
        .params(keptBefore.atOffset(ZoneOffset.UTC), kept.toArray(String[]::new))
        .update();
  }
}
