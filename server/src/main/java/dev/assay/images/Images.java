package dev.assay.images;

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
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/// The numbered runtime images, the one in use, and the skills that each is in use with.
public final class Images {
  static final String LOCK = "select number from runtime_image_current for update";
  static final String USE = "update runtime_image_current set number = ?";

  private static final TypeReference<Map<String, Map<String, String>>> PACKAGES =
      new TypeReference<>() {};
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

  /// Sets the processor architecture of images without one. They were made on the machine of their
  /// server, so this is the architecture of the first server that asks.
  private void nameArchitecture(Architecture own) {
    jdbc.sql(
            """
            update runtime_image set image = jsonb_set(image, '{architecture}', to_jsonb(:own::text))
            where image->>'architecture' is null
            """)
        .param("own", own.word())
        .update();
  }

  /// Makes this the base of images from now on. If skills in use were tested on another base or
  /// processor, it is refused. If no skill is in use, the next image is the bare base.
  ///
  /// @throws AssayException with `CONFIGURATION_INVALID` or `ARCHITECTURE_MISMATCH`
  public void startFrom(SandboxImage base) {
    ensureFirst(base);
    transactions.executeWithoutResult(
        transaction -> {
          jdbc.sql(LOCK).query().listOfRows();
          RuntimeImage current = current();
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
                    : "Set assay.sandbox.engine and assay.sandbox.base back to what they were"));
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
    jdbc.sql(USE).param(number).update();
  }

  public RuntimeImage current() {
    return jdbc.sql(SELECT + "where c.number is not null").query(Images::read).single();
  }

  /// The current image, for use on this machine.
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

  /// All images, newest first.
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

  /// Says whether that image contains the packages of a skill, in use or not.
  public boolean carries(int number, UUID skill) {
    return jdbc.sql(
            """
            select exists (select 1 from runtime_image_skill where number = ? and skill_id = ?)
            """)
        .params(number, skill)
        .query(Boolean.class)
        .single();
  }

  /// The run that tested it; empty for the base and for an image that was made again without tests.
  public Optional<UUID> testedBy(int number) {
    return jdbc.sql("select run_id from runtime_image where number = ? and run_id is not null")
        .param(number)
        .query(UUID.class)
        .optional();
  }

  /// The number of the image that a run made; empty if no such image is kept.
  public Optional<Integer> madeBy(UUID run) {
    return jdbc.sql("select number from runtime_image where run_id = ?")
        .param(run)
        .query((row, each) -> row.getInt("number"))
        .optional();
  }

  private OffsetDateTime now() {
    return clock.instant().atOffset(ZoneOffset.UTC);
  }

  private static RuntimeImage read(ResultSet row, int number) throws SQLException {
    return new RuntimeImage(
        row.getInt("number"),
        JSON.readValue(row.getString("image"), SandboxImage.class),
        JSON.readValue(row.getString("packages"), PACKAGES),
        Optional.ofNullable(row.getString("skill_name")),
        Optional.ofNullable(row.getString("digest")),
        Optional.ofNullable(row.getString("contents")).map(Digest::parse),
        row.getLong("size_bytes"),
        row.getObject("created_at", OffsetDateTime.class).toInstant(),
        row.getBoolean("current"));
  }
}
