package dev.assay.skill;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.DigestInputStream;
import java.util.Optional;

/// Stores bytes under their digest: the files of skills, and the evidence of runs.
///
/// A digest identifies its content, so a blob never changes: storing it again has no effect.
/// Readers, also those in other processes, see a blob either whole or not at all, even if the
/// writer fails or its process is killed. All methods are thread-safe.
///
/// A failure of the store itself is an [AssayException] with [ErrorCode#BLOB_STORE_FAILED].
public interface BlobStore {
  /// Stores the bytes that `content` writes. If the digest is already stored, `content` is not
  /// called. If `content` throws, nothing is stored and the caller gets its exception.
  void keep(Digest digest, Content content) throws IOException;

  /// Opens a blob. The caller closes the stream.
  Optional<InputStream> find(Digest digest);

  boolean contains(Digest digest);

  /// Removes a blob. Has no effect if there is none.
  void remove(Digest digest);

  /// Returns whether the blob that is kept under its own SHA-256 still has that SHA-256.
  default boolean isIntact(Digest sha256) throws IOException {
    Optional<InputStream> found = find(sha256);
    if (found.isEmpty()) {
      return false;
    }
    try (DigestInputStream bytes = new DigestInputStream(found.get(), Digest.sha256())) {
      bytes.transferTo(OutputStream.nullOutputStream());
      return Digest.finish(bytes.getMessageDigest()).equals(sha256);
    }
  }

  /// Keeps bytes under their own SHA-256, in the place of damaged ones if there are any.
  default void keepIntact(Digest sha256, Content content) throws IOException {
    boolean damaged;
    try {
      damaged = contains(sha256) && !isIntact(sha256);
    } catch (AssayException | IOException e) {
      damaged = true; // as nobody can read it
    }
    if (damaged) {
      remove(sha256);
    }
    keep(sha256, content);
  }

  /// Writes a blob's bytes.
  @FunctionalInterface
  interface Content {
    void writeTo(OutputStream sink) throws IOException;
  }
}
