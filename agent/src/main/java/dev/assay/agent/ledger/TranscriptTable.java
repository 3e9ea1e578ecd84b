package dev.assay.agent.ledger;

import dev.assay.agent.transcript.TranscriptJson;
import dev.assay.skill.model.Purpose;
import dev.assay.skill.transcript.Entry;
import dev.assay.skill.transcript.Transcript;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/// The tables of transcripts.
public final class TranscriptTable {
  private final JdbcClient jdbc;
  private final Clock clock;

  public TranscriptTable(JdbcClient jdbc, Clock clock) {
    this.jdbc = jdbc;
    this.clock = clock;
  }

  public UUID open(String owner, Purpose purpose, String model, boolean rehearsal) {
    UUID id = UUID.randomUUID();
    jdbc.sql(
            """
            insert into agent_transcript (id, owner, purpose, model, rehearsal, opened_at)
            values (?, ?, ?, ?, ?, ?)
            """)
        .params(id, owner, purpose.name(), model, rehearsal, now())
        .update();
    return id;
  }

  public void append(UUID id, int number, Entry entry) {
    jdbc.sql("insert into agent_transcript_entry (transcript, number, entry) values (?, ?, ?)")
        .params(id, number, TranscriptJson.write(entry))
        .update();
  }

  public void close(UUID id, String ending) {
    jdbc.sql("update agent_transcript set closed_at = ?, ending = ? where id = ?")
        .params(now(), ending, id)
        .update();
  }

  public Optional<Transcript> find(UUID id) {
    boolean there =
        jdbc.sql("select count(*) from agent_transcript where id = ?")
                .param(id)
                .query(Long.class)
                .single()
            > 0;
    if (!there) {
      return Optional.empty();
    }
    List<Entry> entries =
        jdbc.sql("select entry from agent_transcript_entry where transcript = ? order by number")
            .param(id)
            .query((row, _) -> TranscriptJson.readEntry(row.getString("entry")))
            .list();
    return Optional.of(new Transcript(entries));
  }

  public List<UUID> ofOwner(String owner) {
    return jdbc.sql("select id from agent_transcript where owner = ? order by opened_at, id")
        .param(owner)
        .query((row, _) -> row.getObject("id", UUID.class))
        .list();
  }

  /// The last entries of each of an owner's open transcripts.
  public List<Transcript> tails(String owner, int most) {
    Map<UUID, List<Entry>> tails = new LinkedHashMap<>();
    jdbc.sql(
            """
            select t.id, e.entry from agent_transcript t
            join lateral (select number, entry from agent_transcript_entry
                          where transcript = t.id order by number desc limit :most) e on true
            where t.owner = :owner and t.closed_at is null
            order by t.opened_at, t.id, e.number
            """)
        .param("owner", owner)
        .param("most", most)
        .query(
            row -> {
              tails
                  .computeIfAbsent(row.getObject("id", UUID.class), _ -> new ArrayList<>())
                  .add(TranscriptJson.readEntry(row.getString("entry")));
            });
    return tails.values().stream().map(Transcript::new).toList();
  }

  public int remove(String owner) {
    return jdbc.sql("delete from agent_transcript where owner = ?").param(owner).update();
  }

  public int forget(OffsetDateTime openedBefore) {
    return jdbc.sql("delete from agent_transcript where opened_at < ?")
        .param(openedBefore)
        .update();
  }

  private OffsetDateTime now() {
    return clock.instant().atOffset(ZoneOffset.UTC);
  }
}
