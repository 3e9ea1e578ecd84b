package dev.assay.registry;

import dev.assay.skill.AssayException;
import dev.assay.skill.Bundle;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;
import tools.jackson.databind.json.JsonMapper;

/// Takes uploads into the list of skills: as a new version, as a rejected one that is tried again,
/// or with other evals.
final class Submissions {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /// The lock that uploads of new names take; no skill can have this name.
  private static final String NEW_NAMES = "new names";

  private final Skills skills;
  private final JdbcClient jdbc;
  private final TransactionOperations transactions;
  private final Clock clock;
  private final UndecidedQuota quota;

  Submissions(
      Skills skills,
      JdbcClient jdbc,
      TransactionOperations transactions,
      Clock clock,
      UndecidedQuota quota) {
    this.quota = quota;
    this.skills = skills;
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.clock = clock;
  }

  Submission submit(
      Bundle bundle, Actor uploader, Runnable keepFiles, Consumer<Set<String>> newName) {
    return Objects.requireNonNull(
        transactions.execute(
            transaction -> {
              skills.lockName(bundle.name().text());
              if (skills.versions(bundle.name().text()).isEmpty()) {
                skills.lockName(NEW_NAMES);
                newName.accept(skills.names());
              }
              Stream.concat(Stream.of(bundle.digest()), bundle.evalsDigest().stream())
                  .map(Digest::toString)
                  .sorted()
                  .forEach(skills::lockName);
              return findSame(bundle)
                  .map(same -> again(same, bundle, uploader, keepFiles))
                  .orElseGet(() -> add(bundle, uploader, keepFiles));
            }));
  }

  private Submission again(Skill same, Bundle bundle, Actor uploader, Runnable keepFiles) {
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
      quota.require(bundle, uploader, skills, jdbc);
    }
    keepFiles.run();
    jdbc.sql(
            """
            update skill set bundle = :bundle::jsonb,
              uploaded_by = case status when 'rejected' then :uploader else uploaded_by end,
              owner = case status when 'rejected' then :owner else owner end,
              uploaded_at = case status when 'rejected' then :now else uploaded_at end,
              status = case status when 'rejected' then 'pending' else status end,
              stage = case status when 'rejected' then null else stage end,
              rejected_by = null, rejected_at = null, reject_reason = null
            where id = :id
            """)
        .param("bundle", JSON.writeValueAsString(bundle))
        .param("uploader", uploader.name())
        .param("owner", uploader.owner())
        .param("now", clock.instant().atOffset(ZoneOffset.UTC))
        .param("id", same.id())
        .update();
    Skill changed = skills.load(same.id());
    return same.status() == Status.REJECTED
        ? new Submission.Reopened(changed)
        : new Submission.EvalsReplaced(changed);
  }

  private Submission add(Bundle bundle, Actor uploader, Runnable keepFiles) {
    requireNoneOnItsWay(bundle);
    quota.require(bundle, uploader, skills, jdbc);
    keepFiles.run();
    UUID id = UUID.randomUUID();
    jdbc.sql(
            """
            insert into skill (id, name, version, digest, status, bundle, uploaded_by, owner, uploaded_at)
            select :id, :name, coalesce(max(version), 0) + 1, :digest, 'pending', :bundle::jsonb,
                   :uploader, :owner, :now
            from skill where name = :name
            """)
        .param("id", id)
        .param("name", bundle.name().text())
        .param("digest", bundle.digest().toString())
        .param("bundle", JSON.writeValueAsString(bundle))
        .param("uploader", uploader.name())
        .param("owner", uploader.owner())
        .param("now", clock.instant().atOffset(ZoneOffset.UTC))
        .update();
    return new Submission.Added(skills.load(id));
  }

  private void requireNoneOnItsWay(Bundle bundle) {
    jdbc.sql("select * from skill where name = ? and status in ('pending', 'validating')")
        .param(bundle.name().text())
        .query(SkillRows::read)
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
        .query(SkillRows::read)
        .optional();
  }
}
