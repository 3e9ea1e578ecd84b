package dev.assay.storage;

import dev.assay.skill.AssayException;
import dev.assay.skill.BlobStore;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.LayerArchive;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Packed layers as blobs under their SHA-256; the database has their names.
public final class StoredLayers implements LayerArchive {
  private final JdbcClient jdbc;
  private final BlobStore blobs;
  private final Path work;
  private final Clock clock;

  /// @param work a folder for archives whose digest is not known yet
  public StoredLayers(JdbcClient jdbc, BlobStore blobs, Path work, Clock clock) {
    this.jdbc = jdbc;
    this.blobs = blobs;
    this.work = work;
    this.clock = clock;
  }

  @Override
  public void keep(String name, BlobStore.Content content) throws IOException {
    if (findDigest(name).isPresent()) {
      return;
    }
    Files.createDirectories(work);
    Path packed = Files.createTempFile(work, "layer-", ".tar");
    try {
      MessageDigest function = Digest.sha256();
      try (OutputStream out = new DigestOutputStream(Files.newOutputStream(packed), function)) {
        content.writeTo(out);
      }
      Digest digest = Digest.finish(function);
      blobs.keepIntact(digest, sink -> Files.copy(packed, sink));
      jdbc.sql(
              """
              insert into stored_layer (name, digest, size_bytes, made_at) values (?, ?, ?, ?)
              on conflict do nothing
              """)
          .params(
              name, digest.toString(), Files.size(packed), clock.instant().atOffset(ZoneOffset.UTC))
          .update();
    } finally {
      Files.deleteIfExists(packed);
    }
  }

  @Override
  public Optional<InputStream> find(String name) {
    return findDigest(name).map(digest -> verified(name, Digest.parse(digest)));
  }

  private InputStream verified(String name, Digest digest) {
    MessageDigest function = Digest.sha256();
    try (InputStream bytes = open(name, digest);
        DigestInputStream counted = new DigestInputStream(bytes, function)) {
      counted.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (!Digest.finish(function).equals(digest)) {
      throw new AssayException(
          ErrorCode.BLOB_STORE_FAILED,
          "The stored layer %s is damaged. Restore the blob %s of the storage from a copy, or validate the skills that need it again."
              .formatted(name, digest));
    }
    return open(name, digest);
  }

  private InputStream open(String name, Digest digest) {
    return blobs
        .find(digest)
        .orElseThrow(
            () ->
                new AssayException(
                    ErrorCode.BLOB_STORE_FAILED,
                    "The layer %s is not in the storage any more (blob %s). Restore it from a copy, or validate the skills that need it again."
                        .formatted(name, digest)));
  }

  @Override
  public Optional<String> findDigest(String name) {
    return jdbc.sql("select digest from stored_layer where name = ?")
        .param(name)
        .query(String.class)
        .optional();
  }

  @Override
  public int collect(String prefix, Set<String> kept, Instant keptBefore) {
    List<String> old =
        jdbc.sql("select name from stored_layer where made_at < ? and starts_with(name, ?)")
            .params(keptBefore.atOffset(ZoneOffset.UTC), prefix)
            .query((row, number) -> row.getString(1))
            .list();
    int gone = 0;
    for (String name : old) {
      if (!kept.contains(name)) {
        jdbc.sql("delete from stored_layer where name = ? returning digest")
            .param(name)
            .query(String.class)
            .optional()
            .filter(digest -> !isNamed(digest))
            .ifPresent(digest -> blobs.remove(Digest.parse(digest)));
        gone++;
      }
    }
    return gone;
  }

  private boolean isNamed(String digest) {
    return jdbc.sql("select exists (select 1 from stored_layer where digest = ?)")
        .param(digest)
        .query(Boolean.class)
        .single();
  }
}
