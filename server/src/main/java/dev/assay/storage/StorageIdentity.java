package dev.assay.storage;

import dev.assay.skill.AssayException;
import dev.assay.skill.BlobStore;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Proves that a storage is the one in which its database names files. Both carry the same id. A
/// server that finds another id, or a missing one, does not start.
///
/// A copy of a database carries the id, too. So a shared storage also records the PostgreSQL of its
/// database. A copy of the database in another PostgreSQL must take the storage over first
/// ([#adopt]); the previous database then removes nothing any more.
public final class StorageIdentity {
  static final Digest MARK =
      Digest.of("the id of an Assay storage".getBytes(StandardCharsets.UTF_8));
  private static final Digest OWNER =
      Digest.of("the database of an Assay storage".getBytes(StandardCharsets.UTF_8));
  private static final int LONGEST = 100;

  private final JdbcClient jdbc;
  private final Storage storage;
  private final BlobStore blobs;
  private final Clock clock;
  private volatile String own = "";
  private volatile String ownDatabase = "";

  public StorageIdentity(JdbcClient jdbc, Storage storage, Clock clock) {
    this.jdbc = jdbc;
    this.storage = storage;
    this.blobs = storage.area(Storage.Area.IDENTITY);
    this.clock = clock;
  }

  private record Known(String id, String place, boolean marked) {}

  /// @throws AssayException with `CONFIGURATION_INVALID` if it is not this database's storage
  public void require() {
    Optional<String> mark = mark();
    Known known = known();
    if (mark.isPresent() && !mark.get().equals(known.id())) {
      throw refused(
          known.marked()
              ? "The files of this database are in %s. %s belongs to another database."
                  .formatted(known.place(), capitalized(storage.where()))
              : "%s belongs to another database.".formatted(capitalized(storage.where())));
    }
    if (mark.isEmpty() && known.marked()) {
      throw refused(
          "The files of this database are in %s, and %s does not hold them."
              .formatted(known.place(), storage.where()));
    }
    if (!known.marked()) {
      write(MARK, known.id());
      if (!mark().equals(Optional.of(known.id()))) { // another database was faster
        throw refused("%s belongs to another database.".formatted(capitalized(storage.where())));
      }
    }
    own = known.id();
    requireOwner();
    jdbc.sql("update storage_identity set place = ?, marked_at = coalesce(marked_at, ?)")
        .params(storage.where(), clock.instant().atOffset(ZoneOffset.UTC))
        .update();
  }

  /// Checks the owner. A storage without an owner, because it is new or older than that record, is
  /// taken.
  private void requireOwner() {
    ownDatabase = database();
    if (!storage.isShared()) {
      return;
    }
    if (text(OWNER).isEmpty()) {
      write(OWNER, ownDatabase);
    }
    text(OWNER)
        .filter(owner -> !owner.equals(ownDatabase))
        .ifPresent(
            owner -> {
              throw new AssayException(
                  ErrorCode.CONFIGURATION_INVALID,
                  "%s is used by the database %s, of which this one (%s) is a copy. Two databases on one storage would remove each other's files. If this one takes the place of the other for good, stop the servers of the other and run `assay adopt` once; else give this one a copy of the storage first. See docs/reference/operations.md."
                      .formatted(capitalized(storage.where()), owner, ownDatabase));
            });
  }

  /// Takes the storage over from the database that this one is a copy of.
  ///
  /// @return the database it belonged to, if it was another one
  /// @throws AssayException with `CONFIGURATION_INVALID` if it is not a storage of this database or
  ///   of its copies
  public Optional<String> adopt() {
    Known known = known();
    if (!text(MARK).equals(Optional.of(known.id()))) {
      throw refused(
          "%s does not hold the files of this database (they were in %s)."
              .formatted(capitalized(storage.where()), known.place()));
    }
    ownDatabase = database();
    Optional<String> before = text(OWNER).filter(owner -> !owner.equals(ownDatabase));
    if (before.isPresent()) {
      blobs.remove(OWNER);
    }
    write(OWNER, ownDatabase);
    if (!text(OWNER).equals(Optional.of(ownDatabase))) {
      throw refused(
          "A server of the other database is using %s. Stop all of them first."
              .formatted(storage.where()));
    }
    return before;
  }

  /// The identity of the PostgreSQL and the database in it. It stays the same after a restart and
  /// for a standby that takes over; a database restored from a dump has another one.
  private String database() {
    boolean permitted =
        jdbc.sql("select has_function_privilege('pg_control_system()', 'execute')")
            .query(Boolean.class)
            .single();
    return jdbc.sql(
            "select %s || '/' || oid from pg_database where datname = current_database()"
                .formatted(
                    permitted
                        ? "(select system_identifier from pg_control_system())"
                        : "'unknown'"))
        .query(String.class)
        .single();
  }

  /// The files of an area. Nothing is removed from a storage that another database took over.
  public BlobStore area(Storage.Area area) {
    return new OwnBlobStore(storage.area(area), this);
  }

  /// The reason why the storage cannot be used: it does not answer, or is no longer this
  /// database's. Empty if it can.
  public Optional<String> findObstacle() {
    try {
      Optional<String> mark = mark();
      if (mark.isEmpty()) {
        return Optional.of(capitalized(storage.where()) + " does not hold the files any more");
      }
      boolean taken =
          storage.isShared() && text(OWNER).filter(owner -> !owner.equals(ownDatabase)).isPresent();
      return mark.get().equals(own) && !taken
          ? Optional.empty()
          : Optional.of(capitalized(storage.where()) + " belongs to another database now");
    } catch (AssayException e) {
      return Optional.of(e.reason());
    } catch (UncheckedIOException e) {
      return Optional.of(capitalized(storage.where()) + " cannot be read: " + e.getMessage());
    }
  }

  private Known known() {
    jdbc.sql(
            "insert into storage_identity (id, place) values (?, ?) on conflict (only_one) do nothing")
        .params(UUID.randomUUID(), storage.where())
        .update();
    return jdbc.sql("select id, place, marked_at is not null from storage_identity")
        .query((row, number) -> new Known(row.getString(1), row.getString(2), row.getBoolean(3)))
        .single();
  }

  private Optional<String> mark() {
    return text(MARK);
  }

  private Optional<String> text(Digest what) {
    Optional<InputStream> found = blobs.find(what);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    try (InputStream bytes = found.get()) {
      return Optional.of(new String(bytes.readNBytes(LONGEST), StandardCharsets.UTF_8).strip());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void write(Digest what, String text) {
    try {
      blobs.keep(what, sink -> sink.write(text.getBytes(StandardCharsets.UTF_8)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String capitalized(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }

  private static AssayException refused(String what) {
    return new AssayException(
        ErrorCode.CONFIGURATION_INVALID,
        what
            + " Several servers on one database need one storage: set assay.storage.kind to s3 or gcs"
            + " with assay.storage.s3.* or .gcs.*, or assay.storage.folder to a folder that all of"
            + " them see, alike on each. To move the files, see docs/reference/operations.md.");
  }
}
