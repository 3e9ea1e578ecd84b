package dev.assay.registry;

import dev.assay.skill.Bundle;
import dev.assay.skill.StoredContent;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/// The archives of skills, and their unpacked files.
public final class StoredSkills implements StoredContent {
  private final JdbcClient jdbc;
  private final Skills skills;
  private final SkillFolders folders;

  public StoredSkills(JdbcClient jdbc, Skills skills, SkillFolders folders) {
    this.jdbc = jdbc;
    this.skills = skills;
    this.folders = folders;
  }

  @Override
  public String kind() {
    return "skill";
  }

  @Override
  public List<Item> list() {
    return jdbc.sql("select id, name, version from skill order by name, version")
        .query(
            (row, number) ->
                new Item(
                    row.getString("id"),
                    row.getString("name") + " version " + row.getInt("version")))
        .list();
  }

  @Override
  public Optional<String> findDamage(String id) {
    Bundle bundle = skills.load(UUID.fromString(id)).bundle();
    return folders
        .findArchiveDamage(bundle)
        .or(
            () ->
                folders
                    .findDamage(bundle)
                    .map(what -> SkillFolders.damaged(bundle, what).reason()));
  }
}
