package dev.assay.registry;

import dev.assay.skill.AssayException;
import dev.assay.skill.Bundle;
import dev.assay.skill.ErrorCode;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;
import tools.jackson.databind.json.JsonMapper;

/// The list of skills. At most one version of a name is on its way at a time.
public final class Skills {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final JdbcClient jdbc;
  private final TransactionOperations transactions;
  private final Clock clock;

  public Skills(JdbcClient jdbc, TransactionOperations transactions, Clock clock) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.clock = clock;
  }

  /// Takes an upload. Its files are kept once it is clear that it can be taken and before that is
  /// written down, so that no skill is without its files and no refused one leaves any. Uploads of
  /// one name wait for each other.
  public Submission submit(Bundle bundle, String uploader, Runnable keepFiles) {
    return Objects.requireNonNull(
        transactions.execute(
            transaction -> {
              jdbc.sql("select pg_advisory_xact_lock(hashtextextended(?, 0))")
                  .param(bundle.name().text())
                  .query()
                  .listOfRows();
              return findSame(bundle)
                  .map(same -> again(same, bundle, uploader, keepFiles))
                  .orElseGet(() -> add(bundle, uploader, keepFiles));
            }));
  }

  public Skill load(UUID id) {
    return jdbc.sql("select * from skill where id = ?")
        .param(id)
        .query(Skills::read)
        .optional()
        .orElseThrow(
            () ->
                new AssayException(
                    ErrorCode.SKILL_NOT_FOUND, "There is no skill with the id " + id + "."));
  }

  /// Skills by name and version, newest version first; all of them, or those of one status.
  public SkillPage list(Optional<Status> status, int page, int size) {
    return list(new SkillFilter(status, Optional.empty(), ""), page, size);
  }

  /// Skills by name and version, newest version first.
  public SkillPage list(SkillFilter filter, int page, int size) {
    String wanted =
        """
        from skill where :status in ('', status) and :stage in ('', stage)
          and (:name = '' or position(:name in name) > 0)
        """;
    Map<String, Object> values =
        Map.of(
            "status", filter.status().map(Status::word).orElse(""),
            "stage", filter.stage().map(Stage::word).orElse(""),
            "name", filter.name().strip().toLowerCase(Locale.ROOT),
            "size", size,
            "skipped", (long) page * size);
    return new SkillPage(
        jdbc.sql("select * " + wanted + "order by name, version desc limit :size offset :skipped")
            .params(values)
            .query(Skills::read)
            .list(),
        page,
        size,
        jdbc.sql("select count(*) " + wanted).params(values).query(Long.class).single());
  }

  /// The approved ones, by name: all that agents may see.
  public List<Skill> approved() {
    return jdbc.sql("select * from skill where status = 'approved' order by name, version desc")
        .query(Skills::read)
        .list();
  }

  /// The skill whose last validation that run is.
  public Optional<Skill> findByRun(UUID run) {
    return jdbc.sql("select * from skill where run_id = ?")
        .param(run)
        .query(Skills::read)
        .optional();
  }

  private Submission again(Skill same, Bundle bundle, String uploader, Runnable keepFiles) {
    boolean sameEvals = same.bundle().evalsDigest().equals(bundle.evalsDigest());
    if (sameEvals && same.status() != Status.REJECTED) {
      return new Submission.Known(same);
    }
    if (same.status() == Status.VALIDATING) {
      throw new AssayException(
          ErrorCode.SKILL_ALREADY_EXISTS,
          "Version %d of \"%s\" is being validated with other evals. Wait for the result."
              .formatted(same.version(), same.name()),
          Map.of("skill_id", same.id().toString(), "status", same.status().word()));
    }
    if (same.status() == Status.REJECTED) {
      requireNoneOnItsWay(bundle);
    }
    keepFiles.run();
    jdbc.sql(
            """
            update skill set bundle = :bundle::jsonb, uploaded_by = :uploader, uploaded_at = :now,
              status = case status when 'rejected' then 'pending' else status end,
              stage = case status when 'rejected' then null else stage end
            where id = :id
            """)
        .param("bundle", JSON.writeValueAsString(bundle))
        .param("uploader", uploader)
        .param("now", clock.instant().atOffset(ZoneOffset.UTC))
        .param("id", same.id())
        .update();
    Skill changed = load(same.id());
    return same.status() == Status.REJECTED
        ? new Submission.Reopened(changed)
        : new Submission.EvalsReplaced(changed);
  }

  private Submission add(Bundle bundle, String uploader, Runnable keepFiles) {
    requireNoneOnItsWay(bundle);
    keepFiles.run();
    UUID id = UUID.randomUUID();
    jdbc.sql(
            """
            insert into skill (id, name, version, digest, status, bundle, uploaded_by, uploaded_at)
            select :id, :name, coalesce(max(version), 0) + 1, :digest, 'pending', :bundle::jsonb,
                   :uploader, :now
            from skill where name = :name
            """)
        .param("id", id)
        .param("name", bundle.name().text())
        .param("digest", bundle.digest().toString())
        .param("bundle", JSON.writeValueAsString(bundle))
        .param("uploader", uploader)
        .param("now", clock.instant().atOffset(ZoneOffset.UTC))
        .update();
    return new Submission.Added(load(id));
  }

  private void requireNoneOnItsWay(Bundle bundle) {
    jdbc.sql("select * from skill where name = ? and status in ('pending', 'validating')")
        .param(bundle.name().text())
        .query(Skills::read)
        .optional()
        .ifPresent(
            other -> {
              throw new AssayException(
                  ErrorCode.SKILL_ALREADY_EXISTS,
                  "Version %d of \"%s\" is %s and has other content. Decide on that one first."
                      .formatted(other.version(), other.name(), other.status().word()),
                  Map.of(
                      "skill_id", other.id().toString(),
                      "version", other.version(),
                      "digest", other.bundle().digest().toString(),
                      "status", other.status().word()));
            });
  }

  private Optional<Skill> findSame(Bundle bundle) {
    return jdbc.sql("select * from skill where name = ? and digest = ?")
        .params(bundle.name().text(), bundle.digest().toString())
        .query(Skills::read)
        .optional();
  }

  private static Skill read(ResultSet row, int number) throws SQLException {
    return new Skill(
        row.getObject("id", UUID.class),
        row.getInt("version"),
        Status.ofWord(row.getString("status")),
        JSON.readValue(row.getString("bundle"), Bundle.class),
        row.getString("uploaded_by"),
        row.getObject("uploaded_at", OffsetDateTime.class).toInstant(),
        new Skill.Validated(
            Optional.ofNullable(row.getString("stage")).map(Stage::ofWord),
            Optional.ofNullable(row.getObject("run_id", UUID.class)),
            Optional.ofNullable(row.getString("inconclusive_reason")),
            Optional.ofNullable(row.getString("scores")),
            row.getBoolean("rehearsal"),
            Optional.ofNullable(row.getObject("validated_at", OffsetDateTime.class))
                .map(OffsetDateTime::toInstant)));
  }
}
