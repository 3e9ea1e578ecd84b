package dev.assay.skill;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.DigestInputStream;
import java.util.Optional;

/// Keeps bytes under a digest: the files of skills, and what runs leave behind.
///
/// A digest names a content, so what is kept under it never changes: keeping it again changes
/// nothing. A blob is seen either whole or not at all, also when the writer fails or the process is
/// killed, and also by other processes. All methods may be called by many threads at once.
///
/// A failure of the store itself is an [AssayException] with [ErrorCode#BLOB_STORE_FAILED].
public interface BlobStore {
  /// Keeps what `content` writes, unless the digest is known already; then `content` is not asked.
  /// When `content` throws, nothing is kept and its exception reaches the caller.
  void keep(Digest digest, Content content) throws IOException;

  /// The caller closes the stream.
  Optional<InputStream> find(Digest digest);

  boolean contains(Digest digest);

  /// Forgets a blob; no complaint when it is not there.
  void remove(Digest digest);

  /// Whether what is kept under its own SHA-256 is still what it was.
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
