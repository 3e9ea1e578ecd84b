package dev.assay.registry;

import dev.assay.skill.Architecture;
import dev.assay.skill.sandbox.SandboxImage;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/// The results of admitted skills that repeated their saved tasks on another engine than the one of
/// their admission. Only the last test on an engine counts.
public final class EngineTests {
  /// The outcome as tables and JSON spell it.
  public static final String PASSED = "passed";

  private final JdbcClient jdbc;
  private final Clock clock;

  public EngineTests(JdbcClient jdbc, Clock clock) {
    this.jdbc = jdbc;
    this.clock = clock;
  }

  /// The engine and base of a test, for which alone its result is valid.
  ///
  /// @param base the bare base image of sandboxes, without any layer
  /// @param place the place of the engine's provider; empty if the engine makes sandboxes itself
  public record Ground(SandboxImage base, String place) {
    public String engine() {
      return base.engine();
    }
  }

  /// The result of one skill on one engine.
  ///
  /// @param outcome `passed`, `failed` or `inconclusive`
  /// @param reason the reason why it did not pass; empty if it did
  /// @param recorded true if the engine recorded the skill's network attempts
  /// @param unenforced the limits that the engine did not enforce, in words
  /// @param rehearsal true if rules answered instead of a model
  public record Found(
      UUID skill,
      Ground ground,
      String outcome,
      String reason,
      boolean recorded,
      List<String> unenforced,
      boolean rehearsal,
      UUID run,
      Instant when) {
    public Found {
      unenforced = List.copyOf(unenforced);
    }

    public boolean passed() {
      return outcome.equals(PASSED);
    }
  }

  /// Replaces the earlier result of the skill on this engine. Does nothing if the skill is gone.
  public void keep(Found found) {
    jdbc.sql(
            """
            insert into skill_engine_test (skill_id, engine, base, architecture, place, outcome,
              reason, recorded, unenforced, rehearsal, run_id, tested_at)
            select id, :engine, :base, :architecture, :place, :outcome,
              :reason, :recorded, :unenforced, :rehearsal, :run, :now from skill where id = :skill
            on conflict (skill_id, engine, base, architecture, place) do update
              set outcome = excluded.outcome, reason = excluded.reason,
                recorded = excluded.recorded, unenforced = excluded.unenforced,
                rehearsal = excluded.rehearsal, run_id = excluded.run_id,
                tested_at = excluded.tested_at
            """)
        .param("skill", found.skill())
        .param("engine", found.ground().engine())
        .param("base", found.ground().base().base())
        .param("architecture", found.ground().base().architecture().word())
        .param("place", found.ground().place())
        .param("outcome", found.outcome())
        .param("reason", found.reason())
        .param("recorded", found.recorded())
        .param("unenforced", String.join("\n", found.unenforced()))
        .param("rehearsal", found.rehearsal())
        .param("run", found.run())
        .param("now", found.when().atOffset(ZoneOffset.UTC))
        .update();
  }

  public Instant now() {
    return clock.instant();
  }

  /// All results of one skill, by engine.
  public List<Found> of(UUID skill) {
    return jdbc.sql(
            "select * from skill_engine_test where skill_id = ? order by engine, base, place")
        .param(skill)
        .query(EngineTests::read)
        .list();
  }

  /// The results of these skills on one engine.
  Map<UUID, Found> on(Ground ground, Collection<UUID> skills) {
    Map<UUID, Found> found = new HashMap<>();
    jdbc.sql(
            """
            select * from skill_engine_test
            where engine = :engine and base = :base and architecture = :architecture
              and place = :place and skill_id = any(:skills)
            """)
        .param("engine", ground.engine())
        .param("base", ground.base().base())
        .param("architecture", ground.base().architecture().word())
        .param("place", ground.place())
        .param("skills", skills.toArray(UUID[]::new))
        .query(EngineTests::read)
        .list()
        .forEach(each -> found.put(each.skill(), each));
    return found;
  }

  private static Found read(ResultSet row, int number) throws SQLException {
    return new Found(
        row.getObject("skill_id", UUID.class),
        new Ground(
            new SandboxImage(
                row.getString("engine"),
                row.getString("base"),
                List.of(),
                Architecture.find(row.getString("architecture")).orElseThrow()),
            row.getString("place")),
        row.getString("outcome"),
        row.getString("reason"),
        row.getBoolean("recorded"),
        row.getString("unenforced").lines().toList(),
        row.getBoolean("rehearsal"),
        row.getObject("run_id", UUID.class),
        row.getObject("tested_at", OffsetDateTime.class).toInstant());
  }
}
