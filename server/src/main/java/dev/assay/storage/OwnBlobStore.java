package dev.assay.storage;

import dev.assay.skill.AssayException;
import dev.assay.skill.BlobStore;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/// The files of a storage from which only its own database removes anything.
final class OwnBlobStore implements BlobStore {
  private final BlobStore blobs;
  private final StorageIdentity identity;

  OwnBlobStore(BlobStore blobs, StorageIdentity identity) {
    this.blobs = blobs;
    this.identity = identity;
  }

  @Override
  public void keep(Digest digest, Content content) throws IOException {
    blobs.keep(digest, content);
  }

  @Override
  public Optional<InputStream> find(Digest digest) {
    return blobs.find(digest);
  }

  @Override
  public boolean contains(Digest digest) {
    return blobs.contains(digest);
  }

  @Override
  public void remove(Digest digest) {
    identity
        .findObstacle()
        .ifPresent(
            obstacle -> {
              throw new AssayException(
                  ErrorCode.BLOB_STORE_FAILED,
                  "Nothing is removed: " + obstacle.replaceFirst("\\.$", "") + ".");
            });
    blobs.remove(digest);
  }
}
