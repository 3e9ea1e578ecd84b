package dev.assay.skill;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
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

  /// Writes a blob's bytes.
  @FunctionalInterface
  interface Content {
    void writeTo(OutputStream sink) throws IOException;
  }
}
