package dev.assay.toolservice;

import dev.assay.skill.AssayException;
import dev.assay.skill.BlobStore;
import dev.assay.skill.ClientName;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.FileKind;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/// The rows of artifacts and their bytes. A row is written before its bytes and removed after them,
/// so that no bytes are left without a row.
final class ArtifactStore {
  private static final Duration LONGEST_UPLOAD = Duration.ofHours(1);

  /// The greatest number of artifacts of a project, whatever their size.
  private static final int MOST = 10_000;

  private static final int AT_ONCE = 4 << 20;

  private final JdbcClient jdbc;
  private final TransactionOperations transactions;
  private final BlobStore blobs;
  private final Clock clock;
  private final ArtifactLimits limits;

  ArtifactStore(
      JdbcClient jdbc,
      TransactionOperations transactions,
      BlobStore blobs,
      Clock clock,
      ArtifactLimits limits) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.blobs = blobs;
    this.clock = clock;
    this.limits = limits;
  }

  ArtifactLimits limits() {
    return limits;
  }

  /// The origin of an artifact.
  ///
  /// @param name the name given by the caller
  /// @param sha256 the expected SHA-256 of its bytes, hexadecimal
  record Source(
      String project,
      String name,
      String createdBy,
      Optional<UUID> run,
      Optional<String> path,
      Optional<String> sha256) {}

  /// Keeps the bytes of a stream, without holding them in memory.
  ///
  /// @throws AssayException with `FILE_TOO_LARGE`, `QUOTA_EXCEEDED`, or `BAD_REQUEST` if the bytes
  ///   differ from the announced ones; then nothing is kept
  Artifact keep(Source source, InputStream content, long most) {
    requireRoom(source.project(), 1);
    UUID id = UUID.randomUUID();
    insert(id, source);
    boolean kept = false;
    try {
      Measured measured = new Measured(Math.min(most, limits.each()));
      blobs.keep(key(id), sink -> measured.copy(content, sink));
      Digest digest = Digest.finish(measured.function);
      requireExpected(source, digest);
      transactions.executeWithoutResult(_ -> finish(id, source.project(), measured, digest));
      kept = true;
      return find(id).orElseThrow(() -> missing(id.toString()));
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.BLOB_STORE_FAILED, "An artifact could not be stored: " + e, e);
    } finally {
      if (!kept) {
        discard(id);
      }
    }
  }

  private static void requireExpected(Source source, Digest digest) {
    if (source.sha256().filter(expected -> !expected.equalsIgnoreCase(digest.hex())).isPresent()) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST,
          "The bytes that arrived have the SHA-256 %s, not the one that was given. Send the file again."
              .formatted(digest.hex()));
    }
  }

  private void insert(UUID id, Source source) {
    jdbc.sql(
            """
            insert into project_artifact
              (id, project, state, filename, run, path, created_by, created_at)
            values (:id, :project, 'incoming', :name, :run, :path, :by, :now)
            """)
        .param("id", id)
        .param("project", source.project())
        .param("name", ClientName.plain(source.name()))
        .param("run", source.run().orElse(null))
        .param("path", source.path().orElse(null))
        .param("by", source.createdBy())
        .param("now", now())
        .update();
  }

  private void finish(UUID id, String project, Measured measured, Digest digest) {
    jdbc.sql("select id from project where id = ? for update").param(project).query().listOfRows();
    requireRoom(project, measured.size);
    int kept =
        jdbc.sql(
                """
                update project_artifact set state = 'kept', mime = ?, size = ?, sha256 = ?
                where id = ? and state = 'incoming'
                """)
            .params(
                FileKind.of(measured.start.toByteArray()).type(), measured.size, digest.hex(), id)
            .update();
    if (kept == 0) {
      throw missing(id.toString()); // the project was deleted in between
    }
  }

  private void requireRoom(String project, long more) {
    if (count(project) >= MOST) {
      throw new AssayException(
          ErrorCode.QUOTA_EXCEEDED,
          "The project has %d artifacts, and more are not allowed. Delete some of them."
              .formatted(MOST));
    }
    long used =
        jdbc.sql("select coalesce(sum(size), 0) from project_artifact where project = ?")
            .param(project)
            .query(Long.class)
            .single();
    if (used + more > limits.project()) {
      throw new AssayException(
          ErrorCode.QUOTA_EXCEEDED,
          "The artifacts of this project hold %d bytes, and together they may hold %d. Delete some of them."
              .formatted(used, limits.project()));
    }
  }

  Optional<Artifact> find(UUID id) {
    return jdbc.sql("select * from project_artifact where id = ? and state = 'kept'")
        .param(id)
        .query(ArtifactStore::read)
        .optional();
  }

  Optional<Artifact> find(String project, String id) {
    try {
      return find(UUID.fromString(id)).filter(artifact -> artifact.project().equals(project));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  List<Artifact> list(String project, int most, int offset) {
    return jdbc.sql(
            """
            select * from project_artifact where project = ? and state = 'kept'
            order by created_at desc, id limit ? offset ?
            """)
        .params(project, most, offset)
        .query(ArtifactStore::read)
        .list();
  }

  List<UUID> ids() {
    return jdbc.sql("select id from project_artifact where state = 'kept' order by created_at")
        .query((row, _) -> row.getObject("id", UUID.class))
        .list();
  }

  int count(String project) {
    return jdbc.sql("select count(*) from project_artifact where project = ? and state = 'kept'")
        .param(project)
        .query(Integer.class)
        .single();
  }

  /// Opens the bytes; the caller closes the stream. The digest of a short artifact is checked
  /// before the caller gets a byte. The last bytes of a long one are delivered only if all are
  /// right.
  ///
  /// @throws AssayException with `STORED_FILES_DAMAGED`, also while they are read
  InputStream open(Artifact artifact) {
    InputStream bytes = bytes(artifact);
    return artifact.size() <= AT_ONCE ? whole(artifact, bytes) : new CheckedStream(bytes, artifact);
  }

  private InputStream bytes(Artifact artifact) {
    return blobs.find(key(artifact.id())).orElseThrow(() -> damaged(artifact));
  }

  private static InputStream whole(Artifact artifact, InputStream stored) {
    try (InputStream checked = new CheckedStream(stored, artifact)) {
      byte[] all = checked.readNBytes((int) artifact.size());
      if (checked.read() >= 0) {
        throw damaged(artifact);
      }
      return new ByteArrayInputStream(all);
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.BLOB_STORE_FAILED, "An artifact could not be read: " + e, e);
    }
  }

  /// Reads all stored bytes and says whether they are unchanged.
  boolean isWhole(Artifact artifact) throws IOException {
    try (InputStream bytes = new CheckedStream(bytes(artifact), artifact)) {
      bytes.transferTo(OutputStream.nullOutputStream());
      return true;
    } catch (AssayException e) {
      if (e.code() == ErrorCode.STORED_FILES_DAMAGED) {
        return false;
      }
      throw e;
    }
  }

  static AssayException damaged(Artifact artifact) {
    return new AssayException(
        ErrorCode.STORED_FILES_DAMAGED,
        "The stored bytes of the artifact %s are changed or gone. This is a fault of the platform. Restore them from a backup, or upload the file again."
            .formatted(artifact.id()));
  }

  /// Removes an artifact. Returns false if it was not there.
  boolean remove(Artifact artifact) {
    return discard(artifact.id());
  }

  void removeAll(String project) {
    jdbc.sql("select id from project_artifact where project = ?")
        .param(project)
        .query((row, number) -> row.getObject("id", UUID.class))
        .list()
        .forEach(this::discard);
  }

  /// Removes the unfinished artifacts of dead servers.
  void reap(int most) {
    jdbc.sql(
            """
            select id from project_artifact
            where state = 'removed' or (state = 'incoming' and created_at < ?)
            order by created_at limit ?
            """)
        .params(now().minus(LONGEST_UPLOAD), most)
        .query((row, number) -> row.getObject("id", UUID.class))
        .list()
        .forEach(this::discard);
  }

  private boolean discard(UUID id) {
    jdbc.sql("update project_artifact set state = 'removed' where id = ?").param(id).update();
    blobs.remove(key(id));
    return jdbc.sql("delete from project_artifact where id = ?").param(id).update() > 0;
  }

  static AssayException missing(String id) {
    return new AssayException(
        ErrorCode.NOT_FOUND,
        "The project has no artifact \"%s\".".formatted(dev.assay.skill.Visible.line(id, 80)));
  }

  static Digest key(UUID id) {
    return Digest.of(("assay artifact " + id).getBytes(StandardCharsets.UTF_8));
  }

  private OffsetDateTime now() {
    return clock.instant().atOffset(ZoneOffset.UTC);
  }

  private static Artifact read(ResultSet row, int number) throws SQLException {
    return new Artifact(
        row.getObject("id", UUID.class),
        row.getString("project"),
        row.getString("filename"),
        row.getString("mime"),
        row.getLong("size"),
        row.getString("sha256"),
        Optional.ofNullable(row.getObject("run", UUID.class)),
        row.getString("created_by"),
        row.getObject("created_at", OffsetDateTime.class).toInstant());
  }

  /// Measures the bytes that pass.
  private static final class Measured {
    private final long most;
    private final MessageDigest function = Digest.sha256();
    private final ByteArrayOutputStream start = new ByteArrayOutputStream();
    private long size;

    Measured(long most) {
      this.most = most;
    }

    void copy(InputStream content, OutputStream sink) throws IOException {
      byte[] buffer = new byte[1 << 16];
      for (int count = content.read(buffer); count >= 0; count = content.read(buffer)) {
        size += count;
        if (size > most) {
          throw new AssayException(
              ErrorCode.FILE_TOO_LARGE,
              "An artifact may have %d bytes; this one has more.".formatted(most));
        }
        function.update(buffer, 0, count);
        start.write(buffer, 0, Math.min(count, FileKind.ENOUGH - start.size()));
        sink.write(buffer, 0, count);
      }
    }
  }
}
