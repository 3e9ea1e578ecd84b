package dev.assay.registry;

import dev.assay.skill.Architecture;
import dev.assay.skill.AssayException;
import dev.assay.skill.Bundle;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.SandboxImage;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/// The list of skills. At most one version of a name is undecided at a time.
public final class Skills {
  private final JdbcClient jdbc;
  private final TransactionOperations transactions;
  private final Clock clock;
  private final UndecidedQuota quota;

  public Skills(JdbcClient jdbc, TransactionOperations transactions, Clock clock) {
    this(jdbc, transactions, clock, UndecidedQuota.NONE);
  }

  public Skills(
      JdbcClient jdbc, TransactionOperations transactions, Clock clock, UndecidedQuota quota) {
    this.quota = quota;
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.clock = clock;
  }

  public Submission submit(Bundle bundle, Actor uploader, Runnable keepFiles) {
    return submit(bundle, uploader, keepFiles, _ -> {});
  }

  /// Takes an upload. Its files are stored after the checks and before the row is written, so that
  /// every skill has its files and a refused one leaves none. Uploads of one name are serialized,
  /// and so are uploads of new names.
  ///
  /// @param newName receives all existing names before a new one joins them, and may throw
  public Submission submit(
      Bundle bundle, Actor uploader, Runnable keepFiles, Consumer<Set<String>> newName) {
    return new Submissions(this, jdbc, transactions, clock, quota)
        .submit(bundle, uploader, keepFiles, newName);
  }

  /// All names in every status.
  public Set<String> names() {
    return Set.copyOf(
        jdbc.sql("select distinct name from skill")
            .query((row, number) -> row.getString("name"))
            .list());
  }

  public Skill load(UUID id) {
    return jdbc.sql("select * from skill where id = ?")
        .param(id)
        .query(SkillRows::read)
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
    return list(filter, SkillOrder.NAME, page, size);
  }

  /// Lists a page of skills. A page is chosen by small columns alone; large columns are read only
  /// for its own rows.
  public SkillPage list(SkillFilter filter, SkillOrder order, int page, int size) {
    String wanted =
        """
        from skill where :status in ('', status) and :stage in ('', stage)
          and (:name = '' or position(:name in name) > 0)
          and (:text = '' or position(:text in search_text) > 0)
          and :owner in ('', owner)
        """;
    String sorted = "order by " + order.columns();
    Map<String, Object> values =
        Map.of(
            "status", filter.status().map(Status::word).orElse(""),
            "stage", filter.stage().map(Stage::word).orElse(""),
            "name", filter.name().strip().toLowerCase(Locale.ROOT),
            "text", filter.text().strip().toLowerCase(Locale.ROOT),
            "owner", filter.owner().orElse(""),
            "size", size,
            "skipped", (long) page * size);
    AtomicLong total = new AtomicLong(-1);
    List<Skill> found =
        jdbc.sql(
                """
                select skill.*, page.total from
                  (select id, count(*) over () as total %s %s limit :size offset :skipped) as page
                  join skill using (id) %s
                """
                    .formatted(wanted, sorted, sorted))
            .params(values)
            .query(
                (row, number) -> {
                  total.set(row.getLong("total"));
                  return SkillRows.read(row, number);
                })
            .list();
    if (found.isEmpty()) { // behind the end, or there is none
      total.set(jdbc.sql("select count(*) " + wanted).params(values).query(Long.class).single());
    }
    return new SkillPage(found, page, size, total.get());
  }

  /// The approved skills in use, by name: all that agents may see. There is at most one for a name.
  public List<Skill> approved() {
    return jdbc.sql(
            "select * from skill where status = 'approved' and replaced_by is null order by name")
        .query(SkillRows::read)
        .list();
  }

  /// The skill whose last validation is that run.
  public Optional<Skill> findByRun(UUID run) {
    return jdbc.sql("select * from skill where run_id = ? or again_run = ?")
        .params(run, run)
        .query(SkillRows::read)
        .optional();
  }

  /// The owner of a skill; empty if there is no such skill.
  public Optional<String> owner(UUID id) {
    return jdbc.sql("select owner from skill where id = ?")
        .param(id)
        .query(String.class)
        .optional();
  }

  /// The latest skills of one owner.
  public List<UUID> ofOwner(String owner) {
    return jdbc.sql("select id from skill where owner = ? order by uploaded_at desc limit 500")
        .param(owner)
        .query((row, number) -> row.getObject("id", UUID.class))
        .list();
  }

  /// The skill for which that run changes the runtime image.
  public Optional<Skill> findByChange(UUID run) {
    return jdbc.sql("select * from skill where change_run = ?")
        .param(run)
        .query(SkillRows::read)
        .optional();
  }

  /// The skills that passed and wait for a reviewer, the longest wait first.
  public SkillPage waiting(int page, int size) {
    return waiting("", page, size);
  }

  /// @param text a part of the name or the description; empty for all
  public SkillPage waiting(String text, int page, int size) {
    String wanted =
        """
        from skill where status = 'pending' and stage = 'completed'
          and (:text = '' or position(:text in search_text) > 0)
        """;
    String looked = text.strip().toLowerCase(Locale.ROOT);
    return new SkillPage(
        jdbc.sql("select * " + wanted + "order by validated_at, id limit :size offset :skipped")
            .param("text", looked)
            .param("size", size)
            .param("skipped", (long) page * size)
            .query(SkillRows::read)
            .list(),
        page,
        size,
        jdbc.sql("select count(*) " + wanted).param("text", looked).query(Long.class).single());
  }

  /// The skills that were rejected before a time, the oldest first.
  public List<Skill> rejectedBefore(Instant when, int most) {
    return jdbc.sql(
            """
            select * from skill where status = 'rejected' and rejected_at < ?
            order by rejected_at, id limit ?
            """)
        .params(when.atOffset(ZoneOffset.UTC), most)
        .query(SkillRows::read)
        .list();
  }

  /// All versions of a name, newest first.
  public List<Skill> versions(String name) {
    return jdbc.sql("select * from skill where name = ? order by version desc")
        .param(name)
        .query(SkillRows::read)
        .list();
  }

  /// The approved skills among these names, in their order.
  ///
  /// @param wanted the version of each; without one it is the version in use
  public List<Skill> approved(SortedMap<String, Optional<Integer>> wanted) {
    return jdbc.sql(
            """
            select s.* from unnest(?::text[], ?::integer[]) as w (name, version)
            join skill s on s.name = w.name and s.status = 'approved'
              and (s.version = w.version or (w.version is null and s.replaced_by is null))
            order by s.name
            """)
        .param(wanted.keySet().toArray(String[]::new))
        .param(wanted.values().stream().map(each -> each.orElse(null)).toArray(Integer[]::new))
        .query(SkillRows::read)
        .list();
  }

  /// The skills that were ever in use, in the order of their admission.
  public List<Skill> everAdmitted() {
    return jdbc.sql("select * from skill where image_number is not null order by image_number, id")
        .query(SkillRows::read)
        .list();
  }

  /// The runs that are under way, or whose evidence a decision may still need.
  public List<UUID> openRuns() {
    return jdbc.sql(
            """
            select run_id as run from skill
            where run_id is not null and status in ('pending', 'validating')
            union select change_run from skill where change_run is not null
            """)
        .query((row, each) -> row.getObject("run", UUID.class))
        .list();
  }

  /// The digests of lists of contents of the images that skills were admitted with.
  public List<Digest> contents() {
    return jdbc.sql("select distinct contents from skill where contents is not null")
        .query((row, each) -> Digest.parse(row.getString("contents")))
        .list();
  }

  /// The last runs of all skills but the rejected ones.
  public List<UUID> runs() {
    return jdbc.sql("select run_id from skill where run_id is not null and status <> 'rejected'")
        .query((row, each) -> row.getObject("run_id", UUID.class))
        .list();
  }

  /// The base of the image that a skill was admitted with; empty if it was not admitted.
  public Optional<SandboxImage> origin(UUID skill) {
    return jdbc.sql(
            """
            select image_engine, image_base, image_architecture from skill
            where id = ? and image_architecture is not null
            """)
        .param(skill)
        .query(
            (row, each) ->
                new SandboxImage(
                    row.getString(1),
                    row.getString(2),
                    List.of(),
                    Architecture.find(row.getString(3)).orElseThrow()))
        .optional();
  }

  /// Sets the processor architecture of admitted skills without one. They are older than that
  /// column, and were admitted on the architecture of the first server that asks.
  public void nameArchitecture(Architecture own) {
    jdbc.sql(
            """
            update skill set image_base = :host, image_architecture = :own
            where image_number is not null and image_architecture is null
            """)
        .param("host", SandboxImage.HOST) // the only base at that time
        .param("own", own.word())
        .update();
  }

  /// Locks a skill until the end of the transaction.
  Skill lock(UUID id) {
    jdbc.sql("select id from skill where id = ? for update").param(id).query().listOfRows();
    return load(id);
  }

  /// Locks a name or a digest against uploads and cleanup until the end of the transaction. Digests
  /// are locked, too, because two names can share content.
  void lockName(String name) {
    jdbc.sql("select pg_advisory_xact_lock(hashtextextended(?, 0))")
        .param(name)
        .query()
        .listOfRows();
  }

  /// Says whether a skill keeps files under that digest.
  boolean refersTo(Digest digest) {
    return jdbc.sql(
            """
            select exists (select 1 from skill
                           where digest = :digest or bundle #>> '{evalsDigest,hex}' = :hex)
            """)
        .param("digest", digest.toString())
        .param("hex", digest.hex())
        .query(Boolean.class)
        .single();
  }
}
