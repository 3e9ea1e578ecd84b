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

/// Proves that a storage is the one its database names files in. Both carry the same id; a server
/// that finds another one, or none where there should be one, does not start.
public final class StorageIdentity {
  private static final Digest MARK =
      Digest.of("the id of an Assay storage".getBytes(StandardCharsets.UTF_8));
  private static final int LONGEST = 100;

  private final JdbcClient jdbc;
  private final Storage storage;
  private final BlobStore blobs;
  private final Clock clock;
  private volatile String own = "";

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
      write(known.id());
      if (!mark().equals(Optional.of(known.id()))) { // another database was faster
        throw refused("%s belongs to another database.".formatted(capitalized(storage.where())));
      }
    }
    own = known.id();
    jdbc.sql("update storage_identity set place = ?, marked_at = coalesce(marked_at, ?)")
        .params(storage.where(), clock.instant().atOffset(ZoneOffset.UTC))
        .update();
  }

  /// Whether it answers and is still this database's; else the reason.
  public Optional<String> findObstacle() {
    try {
      Optional<String> mark = mark();
      if (mark.isEmpty()) {
        return Optional.of(capitalized(storage.where()) + " does not hold the files any more");
      }
      return mark.get().equals(own)
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
    Optional<InputStream> found = blobs.find(MARK);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    try (InputStream bytes = found.get()) {
      return Optional.of(new String(bytes.readNBytes(LONGEST), StandardCharsets.UTF_8).strip());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void write(String id) {
    try {
      blobs.keep(MARK, sink -> sink.write(id.getBytes(StandardCharsets.UTF_8)));
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
            + " Several servers on one database need one storage: set assay.storage.kind to s3 with"
            + " assay.storage.s3.*, or assay.storage.folder to a folder that all of them see, alike"
            + " on each. To move the files, see docs/reference/operations.md.");
  }
}
