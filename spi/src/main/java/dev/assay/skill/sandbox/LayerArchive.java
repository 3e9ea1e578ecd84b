package dev.assay.skill.sandbox;

import dev.assay.skill.BlobStore;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/// Where an engine keeps what images are made of for the other servers of its database: packed
/// layers and bases, by the engine's own names. What has a name never changes.
///
/// A failure is an [dev.assay.skill.AssayException] with `BLOB_STORE_FAILED`.
public interface LayerArchive {
  /// Keeps what `content` writes. When this returns, every server finds it.
  void keep(String name, BlobStore.Content content) throws IOException;

  /// Its bytes, already compared with what was kept. The caller closes the stream.
  Optional<InputStream> find(String name);

  /// What identifies the content under a name.
  Optional<String> findDigest(String name);

  /// Forgets everything that begins with `prefix` and was kept before `keptBefore`, but what is in
  /// `kept`; how many.
  int collect(String prefix, Set<String> kept, Instant keptBefore);
}
