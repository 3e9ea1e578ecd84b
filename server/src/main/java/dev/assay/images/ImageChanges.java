package dev.assay.images;

import dev.assay.skill.Digest;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

/// Changes the runtime images, in the transaction of a decision about skills.
public final class ImageChanges {
  /// The number of images kept besides v1.0 and the current one.
  private static final int KEPT = 5;

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final JdbcClient jdbc;
  private final Images images;
  private final Clock clock;

  public ImageChanges(JdbcClient jdbc, Images images, Clock clock) {
    this.jdbc = jdbc;
    this.images = images;
    this.clock = clock;
  }

  public Images images() {
    return images;
  }

  /// Locks the choice of the image in use until the end of the transaction.
  public RuntimeImage lockCurrent() {
    jdbc.sql(Images.LOCK).query().listOfRows();
    return images.current();
  }

  /// Adds the next image, which is in use from now on with the skills of the one before. Returns
  /// its number.
  ///
  /// @param skill the skill that it is made for
  /// @param digest the digest of the admitted content; empty if a skill was removed
  public int add(Candidate candidate, UUID skill, String name, Optional<String> digest, String by) {
    int number =
        jdbc.sql(
                """
                insert into runtime_image (number, image, skill_id, skill_name, digest, run_id,
                  packages, contents, size_bytes, created_at, created_by)
                select max(number) + 1, :image::jsonb, :skill, :name, :digest, :run,
                  :packages::jsonb, :contents, :size, :now, :by
                from runtime_image
                returning number
                """)
            .param("image", JSON.writeValueAsString(candidate.image()))
            .param("skill", digest.isPresent() ? skill : null)
            .param("name", name)
            .param("digest", digest.orElse(null))
            .param("run", candidate.run().orElse(null))
            .param("packages", JSON.writeValueAsString(candidate.packages()))
            .param("contents", candidate.contents().map(Digest::toString).orElse(null))
            .param("size", candidate.size())
            .param("now", clock.instant().atOffset(ZoneOffset.UTC))
            .param("by", by)
            .query(Integer.class)
            .single();
    jdbc.sql(
            """
            insert into runtime_image_skill (number, skill_id, in_use)
            select :number, skill_id, in_use from runtime_image_skill
            where number = (select number from runtime_image_current)
            """)
        .param("number", number)
        .update();
    use(number);
    return number;
  }

  public void use(int number) {
    jdbc.sql(Images.USE).param(number).update();
  }

  public void join(int number, UUID skill) {
    jdbc.sql(
            """
            insert into runtime_image_skill (number, skill_id) values (?, ?)
            on conflict (number, skill_id) do update set in_use = true
            """)
        .params(number, skill)
        .update();
  }

  /// Takes a skill out of the current image's use. The image still contains it, but agents do not
  /// see it.
  public void retire(UUID skill) {
    jdbc.sql(
            """
            update runtime_image_skill set in_use = false
            where skill_id = ? and number = (select number from runtime_image_current)
            """)
        .param(skill)
        .update();
  }

  public void leave(int number, UUID skill) {
    jdbc.sql("delete from runtime_image_skill where number = ? and skill_id = ?")
        .params(number, skill)
        .update();
  }

  /// Forgets old images and returns their number. v1.0, the current one and the last few stay. The
  /// next collection removes the layers of forgotten ones, unless they are in use.
  public int forgetOld() {
    return jdbc.sql(
            """
            delete from runtime_image
            where number > 0 and number <> (select number from runtime_image_current)
              and number not in (select number from runtime_image order by number desc limit ?)
            """)
        .param(KEPT)
        .update();
  }
}
