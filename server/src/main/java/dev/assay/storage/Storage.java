package dev.assay.storage;

import dev.assay.skill.AssayException;
import dev.assay.skill.BlobStore;
import dev.assay.skill.ErrorCode;
import dev.assay.storage.gcs.GcsBucket;
import dev.assay.storage.objects.BlobCache;
import dev.assay.storage.objects.Bucket;
import dev.assay.storage.objects.ObjectBlobStore;
import dev.assay.storage.s3.S3Bucket;
import dev.assay.storage.settings.GcsSettings;
import dev.assay.storage.settings.S3Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;

/// An installation's storage of files, chosen by the settings.
public final class Storage implements AutoCloseable {
  private final String where;
  private final Reach reach;
  private final Areas areas;
  private final Runnable end;

  private Storage(String where, Reach reach, Areas areas, Runnable end) {
    this.where = where;
    this.reach = reach;
    this.areas = areas;
    this.end = end;
  }

  /// The servers that can use a storage.
  public enum Reach {
    /// The server of one home.
    ONE_HOME,
    /// Every server with the same settings.
    SHARED
  }

  /// A separate part of a storage.
  public enum Area {
    /// Archives of skills and files of packages.
    BLOBS(""),
    LAYERS("layers/"),
    FILES("files/"),
    /// The id of the database that the storage belongs to. It is never copied to a server's disk.
    IDENTITY("identity/");

    private final String prefix;

    Area(String prefix) {
      this.prefix = prefix;
    }
  }

  @FunctionalInterface
  private interface Areas {
    BlobStore of(Area area);
  }

  public static Storage folder(Path root, Reach reach, Instant now) {
    return new Storage(
        "the folder " + root,
        reach,
        area -> {
          DirectoryBlobStore store = new DirectoryBlobStore(root.resolve(area.prefix));
          store.sweep(now);
          return store;
        },
        () -> {});
  }

  /// @param cache a folder for copies
  /// @param most the greatest size of all copies together, in bytes
  public static Storage s3(S3Settings settings, Path cache, long most) {
    refuse(settings.findObstacle());
    return objects(new S3Bucket(settings), cache, most);
  }

  /// @param cache a folder for copies
  /// @param most the greatest size of all copies together, in bytes
  public static Storage gcs(GcsSettings settings, Path cache, long most, Clock clock) {
    refuse(settings.findObstacle());
    return objects(GcsBucket.open(settings, clock), cache, most);
  }

  private static void refuse(Optional<String> obstacle) {
    obstacle.ifPresent(
        words -> {
          throw new AssayException(ErrorCode.CONFIGURATION_INVALID, words + ".");
        });
  }

  private static Storage objects(Bucket bucket, Path cache, long most) {
    BlobCache copies = new BlobCache(cache, most);
    try {
      copies.sweep();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Storage(
        bucket.where(),
        Reach.SHARED,
        area ->
            new ObjectBlobStore(
                bucket, area.prefix, area == Area.IDENTITY ? new BlobCache(cache, 0) : copies),
        bucket::close);
  }

  public BlobStore area(Area area) {
    return areas.of(area);
  }

  public boolean isShared() {
    return reach == Reach.SHARED;
  }

  /// The reason why it cannot be used now, with advice. Writes nothing.
  public Optional<String> findObstacle() {
    try {
      boolean _ = area(Area.IDENTITY).contains(StorageIdentity.MARK);
      return Optional.empty();
    } catch (AssayException e) {
      return Optional.of(e.reason());
    }
  }

  /// The location in words, without secrets.
  public String where() {
    return where;
  }

  @Override
  public void close() {
    end.run();
  }
}
