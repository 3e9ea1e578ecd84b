package dev.assay.registry;

import dev.assay.skill.Digest;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/// Reads skills from the rows of their table.
final class SkillRows {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final TypeReference<Map<String, Map<String, String>>> PACKAGES =
      new TypeReference<>() {};

  private static final ReadBundles BUNDLES = new ReadBundles(4_000_000);

  private SkillRows() {}

  static Skill read(ResultSet row, int number) throws SQLException {
    return new Skill(
        row.getObject("id", UUID.class),
        row.getInt("version"),
        Status.ofWord(row.getString("status")),
        BUNDLES.of(row.getString("bundle")),
        row.getString("uploaded_by"),
        row.getString("owner"),
        row.getObject("uploaded_at", OffsetDateTime.class).toInstant(),
        validated(row),
        decided(row));
  }

  private static Skill.Validated validated(ResultSet row) throws SQLException {
    return new Skill.Validated(
        Optional.ofNullable(row.getString("stage")).map(Stage::ofWord),
        Optional.ofNullable(row.getObject("run_id", UUID.class)),
        Optional.ofNullable(row.getString("inconclusive_reason")),
        Optional.ofNullable(row.getString("scores")),
        row.getBoolean("rehearsal"),
        instant(row, "validated_at"),
        List.of(JSON.readValue(row.getString("held_reasons"), String[].class)),
        Optional.ofNullable(row.getObject("again_run", UUID.class)),
        Optional.ofNullable(row.getString("again_failed")));
  }

  private static Skill.Decided decided(ResultSet row) throws SQLException {
    return new Skill.Decided(
        mark(row, "approved"),
        mark(row, "rejected"),
        Optional.ofNullable(row.getString("reject_reason")),
        row.getBoolean("rehearsal_acknowledged"),
        row.getBoolean("held_acknowledged"),
        Optional.ofNullable(row.getObject("image_number", Integer.class)),
        packages(row.getString("installed")),
        Optional.ofNullable(row.getString("contents")).map(Digest::parse),
        Optional.ofNullable(row.getObject("replaced_by", UUID.class)),
        Optional.ofNullable(row.getObject("change_run", UUID.class)));
  }

  /// Packages by ecosystem, name to version.
  static Map<String, Map<String, String>> packages(String json) {
    return JSON.readValue(json, PACKAGES);
  }

  private static Optional<Skill.Mark> mark(ResultSet row, String what) throws SQLException {
    String by = row.getString(what + "_by");
    return instant(row, what + "_at").map(at -> new Skill.Mark(by, at));
  }

  private static Optional<Instant> instant(ResultSet row, String column) throws SQLException {
    return Optional.ofNullable(row.getObject(column, OffsetDateTime.class))
        .map(OffsetDateTime::toInstant);
  }
}
