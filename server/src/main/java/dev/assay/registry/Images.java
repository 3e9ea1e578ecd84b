package dev.assay.registry;

import dev.assay.skill.AssayException;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.SandboxImage;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;
import tools.jackson.databind.json.JsonMapper;

/// The numbered runtime images, which one is in use, and which skills each is in use with.
public final class Images {
  /// How many are kept besides v1.0 and the current one.
  static final int KEPT = 5;

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private static final String SELECT =
      """
      select i.*, c.number is not null as current
      from runtime_image i left join runtime_image_current c on c.number = i.number
      """;

  private final JdbcClient jdbc;
  private final TransactionOperations transactions;
  private final Clock clock;

  public Images(JdbcClient jdbc, TransactionOperations transactions, Clock clock) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.clock = clock;
  }

  /// Makes v1.0 of a base unless there are images already.
  public void ensureBase(SandboxImage base) {
    transactions.executeWithoutResult(
        transaction -> {
          int made =
              jdbc.sql(
                      """
                      insert into runtime_image (number, image, packages, created_at, created_by)
                      values (0, :image::jsonb, '{}', :now, 'assay') on conflict do nothing
                      """)
                  .param("image", JSON.writeValueAsString(base))
                  .param("now", now())
                  .update();
          if (made == 1) {
            jdbc.sql("insert into runtime_image_current (number) values (0)").update();
          }
        });
  }

  public RuntimeImage current() {
    return jdbc.sql(SELECT + "where c.number is not null").query(Images::read).single();
  }

  /// @throws AssayException with `IMAGE_NOT_FOUND`
  public RuntimeImage load(int number) {
    return jdbc.sql(SELECT + "where i.number = ?")
        .param(number)
        .query(Images::read)
        .optional()
        .orElseThrow(
            () ->
                new AssayException(
                    ErrorCode.IMAGE_NOT_FOUND,
                    "There is no runtime image v1.%d, or it is kept no more. List them with `assay images list`."
                        .formatted(number)));
  }

  /// All of them, newest first.
  public List<RuntimeImage> list() {
    return jdbc.sql(SELECT + "order by i.number desc").query(Images::read).list();
  }

  /// The skills that are in use while that image is current.
  public List<UUID> skills(int number) {
    return jdbc.sql(
            """
            select skill_id from runtime_image_skill where number = ? and in_use order by skill_id
            """)
        .param(number)
        .query((row, each) -> row.getObject("skill_id", UUID.class))
        .list();
  }

  /// Whether what a skill brought is in that image, in use or not.
  boolean carries(int number, UUID skill) {
    return jdbc.sql(
            """
            select exists (select 1 from runtime_image_skill where number = ? and skill_id = ?)
            """)
        .params(number, skill)
        .query(Boolean.class)
        .single();
  }

  /// The run that tested it; empty for the base and for one that was made again without tests.
  public Optional<UUID> testedBy(int number) {
    return jdbc.sql("select run_id from runtime_image where number = ? and run_id is not null")
        .param(number)
        .query(UUID.class)
        .optional();
  }

  /// The number of the image that a run made; empty if it made none that is kept.
  public Optional<Integer> madeBy(UUID run) {
    return jdbc.sql("select number from runtime_image where run_id = ?")
        .param(run)
        .query((row, each) -> row.getInt("number"))
        .optional();
  }

  /// Whoever changes which image is in use does it alone, until the end of the transaction.
  RuntimeImage lockCurrent() {
    jdbc.sql("select number from runtime_image_current for update").query().listOfRows();
    return current();
  }

  /// The next image, in use from now on with the skills of the one before.
  ///
  /// @param about the skill that it is made for
  /// @param digest of what was admitted; empty if something was removed
  int add(Candidate candidate, Skill about, Optional<String> digest, String by) {
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
            .param("skill", digest.isPresent() ? about.id() : null)
            .param("name", about.name())
            .param("digest", digest.orElse(null))
            .param("run", candidate.run().orElse(null))
            .param("packages", JSON.writeValueAsString(candidate.packages()))
            .param("contents", candidate.contents().map(Digest::toString).orElse(null))
            .param("size", candidate.size())
            .param("now", now())
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

  void use(int number) {
    jdbc.sql("update runtime_image_current set number = ?").param(number).update();
  }

  void join(int number, UUID skill) {
    jdbc.sql(
            """
            insert into runtime_image_skill (number, skill_id) values (?, ?)
            on conflict (number, skill_id) do update set in_use = true
            """)
        .params(number, skill)
        .update();
  }

  /// The current image carries it still, but agents do not see it any more.
  void retire(UUID skill) {
    jdbc.sql(
            """
            update runtime_image_skill set in_use = false
            where skill_id = ? and number = (select number from runtime_image_current)
            """)
        .param(skill)
        .update();
  }

  void leave(int number, UUID skill) {
    jdbc.sql("delete from runtime_image_skill where number = ? and skill_id = ?")
        .params(number, skill)
        .update();
  }

  /// Forgets old ones: v1.0, the current one and the last few stay. How many went; their layers go
  /// with the next collection, unless somebody uses them.
  int forgetOld() {
    return jdbc.sql(
            """
            delete from runtime_image
            where number > 0 and number <> (select number from runtime_image_current)
              and number not in (select number from runtime_image order by number desc limit ?)
            """)
        .param(KEPT)
        .update();
  }

  private OffsetDateTime now() {
    return clock.instant().atOffset(ZoneOffset.UTC);
  }

  private static RuntimeImage read(ResultSet row, int number) throws SQLException {
    return new RuntimeImage(
        row.getInt("number"),
        JSON.readValue(row.getString("image"), SandboxImage.class),
        SkillRows.packages(row.getString("packages")),
        Optional.ofNullable(row.getString("skill_name")),
        Optional.ofNullable(row.getString("digest")),
        Optional.ofNullable(row.getString("contents")).map(Digest::parse),
        row.getLong("size_bytes"),
        row.getObject("created_at", OffsetDateTime.class).toInstant(),
        row.getBoolean("current"));
  }
}
