package dev.assay.storage.objects;

import dev.assay.skill.AssayException;
import dev.assay.skill.BlobStore;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.Optional;

/// Keeps blobs as objects: `PREFIXab/cdef…`, with their SHA-256 beside them. Bytes are compared
/// with it before a caller gets any; the object store compares written bytes. Callers that know a
/// blob's digest compare it once more, because other programs may change the bucket.
public final class ObjectBlobStore implements BlobStore {
  private static final String CHECKSUM = "sha256";
  private static final String BYTES = "bytes";
  private static final int ATTEMPTS = 3;

  private final Bucket bucket;
  private final String prefix;
  private final BlobCache cache;

  /// @param area the beginning of keys after the bucket's prefix
  public ObjectBlobStore(Bucket bucket, String area, BlobCache cache) {
    this.bucket = bucket;
    this.prefix = bucket.prefix() + area;
    this.cache = cache;
  }

  @Override
  public void keep(Digest digest, Content content) throws IOException {
    Optional<Bucket.Facts> known = look(digest);
    if (known.filter(ObjectBlobStore::isWhole).isPresent()) {
      return;
    }
    Path file = incoming();
    try {
      MessageDigest sha256 = Digest.sha256();
      MessageDigest md5 = md5();
      try (OutputStream out =
          new DigestOutputStream(
              new DigestOutputStream(new BufferedOutputStream(Files.newOutputStream(file)), sha256),
              md5)) {
        content.writeTo(out);
      }
      put(digest, file, Digest.finish(sha256), md5.digest(), known);
      cache.add(digest, file);
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private void put(
      Digest digest, Path file, Digest checksum, byte[] md5, Optional<Bucket.Facts> known)
      throws IOException {
    long bytes = Files.size(file);
    if (bytes > bucket.largest()) {
      throw new AssayException(
          ErrorCode.BLOB_STORE_FAILED,
          "A file has %,d bytes; %s takes %,d at most."
              .formatted(bytes, bucket.where(), bucket.largest()));
    }
    try {
      bucket.put(
          key(digest),
          file,
          md5,
          Map.of(CHECKSUM, checksum.hex(), BYTES, Long.toString(bytes)),
          known);
    } catch (IOException e) {
      throw failed("write to", e);
    }
  }

  /// Opens a blob. It comes from this server's disk if a copy is there and the object store still
  /// has the blob, or is unreachable.
  @Override
  public Optional<InputStream> find(Digest digest) {
    try {
      Optional<Path> copy = cache.find(digest);
      if (copy.isPresent() && isRight(digest, copy.get())) {
        return Optional.of(Files.newInputStream(copy.get()));
      }
      cache.remove(digest);
      return fetch(digest);
    } catch (NoSuchFileException e) {
      return fetch(digest); // the copy was removed meanwhile
    } catch (IOException e) {
      throw failed("read", e);
    }
  }

  /// Returns whether the copy is right; it counts as right while the object store does not answer.
  private boolean isRight(Digest digest, Path copy) throws IOException {
    Optional<Bucket.Facts> facts;
    try {
      facts = look(digest);
    } catch (AssayException e) {
      return true;
    }
    if (facts.isEmpty()) {
      return false;
    }
    String expected = facts.get().notes().get(CHECKSUM);
    MessageDigest sha256 = Digest.sha256();
    Files.copy(copy, new DigestOutputStream(OutputStream.nullOutputStream(), sha256));
    return expected == null || expected.equals(Digest.finish(sha256).hex());
  }

  private Optional<InputStream> fetch(Digest digest) {
    Path file = incoming();
    try {
      if (!copy(digest, file)) {
        return Optional.empty();
      }
      InputStream opened = Files.newInputStream(file);
      cache.add(digest, file);
      return Optional.of(opened);
    } catch (IOException e) {
      throw failed("read", e);
    } finally {
      removeQuietly(file);
    }
  }

  /// Copies an object into a file. An object that breaks off is read again from its beginning.
  ///
  /// @return false if there is no such object
  private boolean copy(Digest digest, Path file) throws IOException {
    for (int attempt = 1; ; attempt++) {
      MessageDigest sha256 = Digest.sha256();
      try (OutputStream out = new DigestOutputStream(Files.newOutputStream(file), sha256)) {
        Optional<Bucket.Facts> found = bucket.fetch(key(digest), out);
        found.ifPresent(facts -> requireWhole(digest, facts, Digest.finish(sha256).hex()));
        return found.isPresent();
      } catch (BrokenOffException e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private void requireWhole(Digest digest, Bucket.Facts facts, String received) {
    String expected = facts.notes().get(CHECKSUM);
    if (expected != null && !expected.equals(received)) { // none if other programs copied it there
      throw new AssayException(
          ErrorCode.BLOB_STORE_FAILED,
          "The object %s in %s is damaged: its SHA-256 is %s and should be %s. Restore it from a copy."
              .formatted(key(digest), bucket.where(), received, expected));
    }
  }

  @Override
  public boolean contains(Digest digest) {
    return look(digest).isPresent();
  }

  /// Says whether an object is complete. One that was cut off is written again.
  private static boolean isWhole(Bucket.Facts facts) {
    return Long.toString(facts.bytes()).equals(facts.notes().get(BYTES));
  }

  private Optional<Bucket.Facts> look(Digest digest) {
    try {
      return bucket.find(key(digest));
    } catch (IOException e) {
      throw failed("read", e);
    }
  }

  @Override
  public void remove(Digest digest) {
    try {
      bucket.delete(key(digest));
    } catch (IOException e) {
      throw failed("delete from", e);
    }
    try {
      cache.remove(digest);
    } catch (IOException e) {
      throw failed("delete from the cache of", e);
    }
  }

  private String key(Digest digest) {
    return prefix + digest.hex().substring(0, 2) + "/" + digest.hex().substring(2);
  }

  private AssayException failed(String what, IOException cause) {
    if (cause instanceof InterruptedIOException) {
      Thread.currentThread().interrupt();
    }
    return new AssayException(
        ErrorCode.BLOB_STORE_FAILED,
        "Assay could not %s the storage %s: %s. Check that it runs and can be reached, and %s."
            .formatted(what, bucket.where(), cause.getMessage(), bucket.settings()),
        cause);
  }

  private Path incoming() {
    try {
      return cache.incoming();
    } catch (IOException e) {
      throw failed("write to the cache of", e);
    }
  }

  private static void removeQuietly(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // the next start removes it
    }
  }

  private static MessageDigest md5() {
    try {
      return MessageDigest.getInstance("MD5"); // object stores compare uploads by it
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has MD5", e);
    }
  }
}
