package dev.assay.sandbox;

import dev.assay.sandbox.KnownFiles.Content;
import dev.assay.sandbox.KnownFiles.FilePlace;
import dev.assay.skill.BlobStore;
import dev.assay.skill.Digest;
import java.time.Clock;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/// The files of workspaces as all servers know them.
final class SharedFileRows {
  /// Between the moment a content is stored and the one its file is written down.
  private static final Duration UNWRITTEN = Duration.ofHours(1);

  private final JdbcClient jdbc;
  private final TransactionOperations transactions;
  private final Clock clock;

  SharedFileRows(JdbcClient jdbc, TransactionOperations transactions, Clock clock) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.clock = clock;
  }

  /// Zero if there are none yet.
  long version(UUID workspace) {
    return jdbc.sql("select version from shared_folder where workspace = ?")
        .param(workspace)
        .query(Long.class)
        .optional()
        .orElse(0L);
  }

  Map<FilePlace, Content> files(UUID workspace) {
    Map<FilePlace, Content> files = new TreeMap<>();
    jdbc.sql("select * from shared_file where workspace = ?")
        .param(workspace)
        .query(
            row -> {
              files.put(
                  new FilePlace(row.getString("place"), row.getString("path")),
                  new Content(
                      Digest.parse(row.getString("digest")),
                      row.getLong("size_bytes"),
                      row.getBoolean("executable")));
            });
    return files;
  }

  /// Writes changes down unless somebody else was faster.
  ///
  /// @param version that was read before
  /// @return whether they were written
  boolean change(
      UUID workspace,
      long version,
      Map<FilePlace, Content> changed,
      Collection<FilePlace> removed) {
    return Boolean.TRUE.equals(
        transactions.execute(
            transaction -> {
              if (version == 0) {
                jdbc.sql(
                        """
                        insert into shared_folder (workspace, version) values (?, 0)
                        on conflict do nothing
                        """)
                    .param(workspace)
                    .update();
              }
              int first =
                  jdbc.sql(
                          """
                          update shared_folder set version = version + 1
                          where workspace = ? and version = ?
                          """)
                      .params(workspace, version)
                      .update();
              if (first == 0) {
                return false;
              }
              removed.forEach(key -> remove(workspace, key));
              changed.forEach((key, content) -> put(workspace, key, content));
              return true;
            }));
  }

  private void remove(UUID workspace, FilePlace key) {
    jdbc.sql("delete from shared_file where workspace = ? and place = ? and path = ?")
        .params(workspace, key.place(), key.path())
        .update();
  }

  private void put(UUID workspace, FilePlace key, Content content) {
    jdbc.sql(
            """
            insert into shared_file
              (workspace, place, path, digest, size_bytes, executable, modified_at)
            values (?, ?, ?, ?, ?, ?, ?)
            on conflict (workspace, place, path) do update set digest = excluded.digest,
              size_bytes = excluded.size_bytes, executable = excluded.executable,
              modified_at = excluded.modified_at
            """)
        .params(
            workspace,
            key.place(),
            key.path(),
            content.digest().toString(),
            content.size(),
            content.executable(),
            now())
        .update();
  }

  void forget(UUID workspace) {
    jdbc.sql("delete from shared_folder where workspace = ?").param(workspace).update();
  }

  /// Which of them nobody has forgotten.
  Set<UUID> known(Collection<UUID> workspaces) {
    return workspaces.isEmpty()
        ? Set.of()
        : Set.copyOf(
            jdbc.sql("select workspace from shared_folder where workspace in (:all)")
                .param("all", workspaces)
                .query((row, number) -> row.getObject(1, UUID.class))
                .list());
  }

  /// To be called before a content is stored: from then on nobody removes it for a while.
  void touch(Digest digest) {
    jdbc.sql(
            """
            insert into shared_content (digest, touched_at) values (?, ?)
            on conflict (digest) do update set touched_at = excluded.touched_at
            """)
        .params(digest.toString(), now())
        .update();
  }

  /// Removes contents that no file has. Who stores one of them meanwhile waits in [#touch], and
  /// then stores it again.
  int collect(BlobStore blobs) {
    List<String> unused =
        jdbc.sql(
                """
                select digest from shared_content c where touched_at < ?
                  and not exists (select 1 from shared_file f where f.digest = c.digest)
                limit 1000
                """)
            .param(now().minus(UNWRITTEN))
            .query((row, number) -> row.getString(1))
            .list();
    unused.forEach(digest -> collect(digest, blobs));
    return unused.size();
  }

  private void collect(String digest, BlobStore blobs) {
    transactions.executeWithoutResult(
        transaction -> {
          int gone =
              jdbc.sql(
                      """
                      delete from shared_content c where digest = ? and touched_at < ?
                        and not exists (select 1 from shared_file f where f.digest = c.digest)
                      """)
                  .params(digest, now().minus(UNWRITTEN))
                  .update();
          if (gone > 0) {
            blobs.remove(Digest.parse(digest));
          }
        });
  }

  private OffsetDateTime now() {
    return clock.instant().atOffset(ZoneOffset.UTC);
  }
}
