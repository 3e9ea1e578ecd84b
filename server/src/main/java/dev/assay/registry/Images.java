package dev.assay.registry;

import dev.assay.skill.Architecture;
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
  public void ensureFirst(SandboxImage base) {
    transactions.executeWithoutResult(
        transaction -> {
          nameArchitecture(base.architecture());
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

  /// Images were always made on the machine of their server, so those that do not say on which
  /// processor were made on the one of the first server that asks.
  private void nameArchitecture(Architecture own) {
    jdbc.sql(
            """
            update runtime_image set image = jsonb_set(image, '{architecture}', to_jsonb(:own::text))
            where image->>'architecture' is null
            """)
        .param("own", own.word())
        .update();
    jdbc.sql(
            """
            update skill set image_base = :host, image_architecture = :own
            where image_number is not null and image_architecture is null
            """)
        .param("host", SandboxImage.HOST) // there was no other then
        .param("own", own.word())
        .update();
  }

  /// From now on images start from this base. What skills in use were proved on stays: if it was
  /// another base or another processor, that is refused. Where nothing is in use, the next image is
  /// the bare base.
  ///
  /// @throws AssayException with `CONFIGURATION_INVALID` or `ARCHITECTURE_MISMATCH`
  public void startFrom(SandboxImage base) {
    ensureFirst(base);
    transactions.executeWithoutResult(
        transaction -> {
          RuntimeImage current = lockCurrent();
          if (!current.image().bare().equals(base)) {
            requireUnused(current, base);
            addBare(base);
          }
        });
  }

  private void requireUnused(RuntimeImage current, SandboxImage base) {
    int skills =
        jdbc.sql("select count(*) from runtime_image_skill where number = ?")
            .param(current.number())
            .query(Integer.class)
            .single();
    if (skills == 0) {
      return;
    }
    boolean elsewhere = current.image().architecture() != base.architecture();
    throw new AssayException(
        elsewhere ? ErrorCode.ARCHITECTURE_MISMATCH : ErrorCode.CONFIGURATION_INVALID,
        "%d skills are in use with the runtime image %s, which was made from %s, and this server makes sandboxes from %s. What was proved on one is not proved on the other. %s, delete those skills there first (`assay skills delete`), or start a new installation (ASSAY_HOME, assay.database.url) and validate them on it."
            .formatted(
                skills,
                current.version(),
                current.image().origin(),
                base.origin(),
                elsewhere
                    ? "Run the server on " + current.image().architecture().word()
                    : "Set assay.sandbox.base back to what it was"));
  }

  private void addBare(SandboxImage base) {
    int number =
        jdbc.sql(
                """
                insert into runtime_image (number, image, packages, created_at, created_by)
                select max(number) + 1, :image::jsonb, '{}', :now, 'assay' from runtime_image
                returning number
                """)
            .param("image", JSON.writeValueAsString(base))
            .param("now", now())
            .query(Integer.class)
            .single();
    use(number);
  }

  public RuntimeImage current() {
    return jdbc.sql(SELECT + "where c.number is not null").query(Images::read).single();
  }

  /// The current one, to be used on this machine.
  ///
  /// @throws AssayException with `ARCHITECTURE_MISMATCH` if it was made on another processor
  public RuntimeImage currentHere() {
    RuntimeImage current = current();
    current.image().requireOwn();
    return current;
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
                    "There is no runtime image v1.%d, or it is no longer kept. List them with `assay images list`."
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

  /// What the image that a skill was admitted with was made from; empty if it was not admitted.
  public Optional<SandboxImage> origin(UUID skill) {
    return jdbc.sql(
            """
            select image_base, image_architecture from skill
            where id = ? and image_architecture is not null
            """)
        .param(skill)
        .query(
            (row, each) ->
                new SandboxImage(
                    row.getString(1), List.of(), Architecture.find(row.getString(2)).orElseThrow()))
        .optional();
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
