package dev.assay.skill.sandbox;

import dev.assay.skill.BlobStore;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/// Stores the parts of images for the other servers of a database: packed layers and bases, under
/// the engine's own names. The content of a name never changes.
///
/// A failure is an [dev.assay.skill.AssayException] with `BLOB_STORE_FAILED`.
public interface LayerArchive {
  /// Stores the bytes that `content` writes. When this returns, every server finds them.
  void keep(String name, BlobStore.Content content) throws IOException;

  /// Opens the stored bytes, which have been compared with their digest. The caller closes the
  /// stream.
  Optional<InputStream> find(String name);

  /// The digest of the content under a name.
  Optional<String> findDigest(String name);

  /// Deletes entries whose names begin with `prefix` and that were stored before `keptBefore`,
  /// except those in `kept`. Returns their number.
  int collect(String prefix, Set<String> kept, Instant keptBefore);
}
