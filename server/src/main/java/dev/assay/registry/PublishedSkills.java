package dev.assay.registry;

import dev.assay.skill.AssayException;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;

/// The skills that agents may see: the version in use of every name, at this moment. Nothing is
/// cached, so a skill that is rolled back or deleted is missing from the next answer.
public final class PublishedSkills {
  private static final String VISIBLE =
      """
      from skill where status = 'approved' and replaced_by is null
        and (:text = '' or position(:text in search_text) > 0)
      """;

  private final JdbcClient jdbc;

  public PublishedSkills(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// The skills by name.
  ///
  /// @param text a part of the name or the description; empty for all
  public SkillPage list(String text, int page, int size) {
    Map<String, Object> values =
        Map.of(
            "text",
            text.strip().toLowerCase(Locale.ROOT),
            "size",
            size,
            "skipped",
            (long) page * size);
    return new SkillPage(
        jdbc.sql("select * " + VISIBLE + "order by name limit :size offset :skipped")
            .params(values)
            .query(SkillRows::read)
            .list(),
        page,
        size,
        jdbc.sql("select count(*) " + VISIBLE).params(values).query(Long.class).single());
  }

  /// A hash that changes only with the published skills and their metadata. It costs far less than
  /// the list.
  public String state() {
    return hash(
        jdbc.sql(
                """
                select concat_ws(' ', name, digest, version, rehearsal::text,
                                 rehearsal_acknowledged::text) as line
                """
                    + VISIBLE
                    + "order by name")
            .param("text", "")
            .query((row, number) -> row.getString("line"))
            .list());
  }

  /// The hash of a state in which exactly these skills are published.
  public static String stateOf(List<Skill> all) {
    return hash(
        all.stream()
            .map(
                skill ->
                    String.join(
                        " ",
                        skill.name(),
                        skill.bundle().digest().toString(),
                        Integer.toString(skill.version()),
                        Boolean.toString(skill.validated().rehearsal()),
                        Boolean.toString(skill.decided().rehearsalAcknowledged())))
            .toList());
  }

  private static String hash(List<String> lines) {
    MessageDigest digest = Digest.sha256();
    digest.update(String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
    return Digest.finish(digest).hex();
  }

  public List<Skill> all() {
    return list("", 0, Integer.MAX_VALUE).skills();
  }

  /// @throws AssayException with `SKILL_NOT_FOUND` for a name without an approved skill, known or
  ///   not
  public Skill load(String name) {
    return jdbc.sql(
            """
            select * from skill where name = ? and status = 'approved' and replaced_by is null
            """)
        .param(name)
        .query(SkillRows::read)
        .optional()
        .orElseThrow(
            () ->
                new AssayException(
                    ErrorCode.SKILL_NOT_FOUND,
                    "There is no approved skill with the name \"" + name + "\"."));
  }
}
