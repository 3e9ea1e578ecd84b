package dev.assay.skill;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
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

  /// Writes a blob's bytes.
  @FunctionalInterface
  interface Content {
    void writeTo(OutputStream sink) throws IOException;
  }
}
