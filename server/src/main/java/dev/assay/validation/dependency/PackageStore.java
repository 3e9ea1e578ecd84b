package dev.assay.validation.dependency;

import dev.assay.skill.AssayException;
import dev.assay.skill.BlobStore;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;

/// Keeps the files of installed packages. An image can be made again from exactly the tested files,
/// even after the indexes have changed.
public final class PackageStore {
  private final BlobStore blobs;

  public PackageStore(BlobStore blobs) {
    this.blobs = blobs;
  }

  public void keep(List<PackageContent> packages) {
    for (PackageContent each : packages) {
      try {
        blobs.keepIntact(each.source().sha256(), sink -> Files.copy(each.content(), sink));
      } catch (IOException e) {
        throw failed(each.source(), "cannot be kept: " + e);
      }
    }
  }

  /// @param folder a folder on the server for the files
  /// @throws AssayException if a file is missing or damaged
  public List<PackageContent> fetch(List<PackageSource> sources, Path folder) {
    List<PackageContent> all = new ArrayList<>();
    for (PackageSource source : sources) {
      Path file = folder.resolve(source.sha256().hex());
      try {
        if (Files.notExists(file)) {
          try (InputStream content =
              blobs
                  .find(source.sha256())
                  .orElseThrow(() -> failed(source, "is not kept any more"))) {
            Files.copy(content, file);
          }
        }
        if (!digest(file).equals(source.sha256())) {
          throw failed(source, "is damaged");
        }
      } catch (IOException e) {
        throw failed(source, "cannot be read: " + e);
      }
      all.add(new PackageContent(source, file));
    }
    return all;
  }

  private static AssayException failed(PackageSource source, String why) {
    return new AssayException(
        ErrorCode.BLOB_STORE_FAILED,
        "The file %s (%s) of the package %s %s. Validate the skill again."
            .formatted(source.file(), source.sha256(), source.shown(), why));
  }

  /// Copies a file into a folder. The copy remains when the original is removed.
  static Path take(Path file, Path folder) throws IOException {
    Path own = Files.createTempFile(folder, "package", null);
    Files.copy(file, own, StandardCopyOption.REPLACE_EXISTING);
    return own;
  }

  static Digest digest(Path file) throws IOException {
    MessageDigest digest = Digest.sha256();
    try (InputStream content = Files.newInputStream(file)) {
      byte[] bytes = new byte[64 * 1024];
      for (int size = content.read(bytes); size >= 0; size = content.read(bytes)) {
        digest.update(bytes, 0, size);
      }
    }
    return Digest.finish(digest);
  }
}
