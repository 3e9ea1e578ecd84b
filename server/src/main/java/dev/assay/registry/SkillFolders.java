package dev.assay.registry;

import dev.assay.skill.AssayException;
import dev.assay.skill.BlobStore;
import dev.assay.skill.Bundle;
import dev.assay.skill.BundleFile;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/// The admitted trees of skills as folders, to be mounted in sandboxes. A folder is named by its
/// digest, made when first needed, checked file by file, and never changed. All times in it are the
/// same, so they reveal nothing.
public final class SkillFolders {
  private static final FileTime TIME = FileTime.fromMillis(315_532_800_000L); // 1980-01-01

  private final Path root;
  private final BlobStore blobs;

  public SkillFolders(Path root, BlobStore blobs) {
    this.root = root;
    this.blobs = blobs;
  }

  public Path of(Bundle bundle) {
    Path place = root.resolve(bundle.digest().hex());
    if (Files.isDirectory(place)) {
      return place;
    }
    try {
      Files.createDirectories(root);
      Path making = Files.createTempDirectory(root, "making-");
      try {
        unpack(bundle, making);
        Files.move(making, place, StandardCopyOption.ATOMIC_MOVE);
      } catch (IOException e) {
        if (!Files.isDirectory(place)) { // else somebody was faster
          throw e;
        }
      } finally {
        remove(making);
      }
      return place;
    } catch (IOException | UncheckedIOException e) {
      throw new AssayException(
          ErrorCode.BLOB_STORE_FAILED,
          "The files of \"%s\" could not be unpacked below %s: %s. Check the free space."
              .formatted(bundle.name().text(), root, e.getMessage()),
          e);
    }
  }

  /// Removes the folder of a digest, if there is one.
  public void remove(Digest digest) {
    try {
      remove(root.resolve(digest.hex()));
    } catch (IOException | UncheckedIOException e) {
      throw new AssayException(
          ErrorCode.BLOB_STORE_FAILED,
          "The files of %s could not be removed below %s: %s"
              .formatted(digest, root, e.getMessage()),
          e);
    }
  }

  private void unpack(Bundle bundle, Path folder) throws IOException {
    Map<String, BundleFile> expected = new HashMap<>();
    bundle.files().forEach(file -> expected.put(file.path(), file));
    try (InputStream blob =
            blobs.find(bundle.digest()).orElseThrow(() -> damaged(bundle, "the archive is gone"));
        ZipInputStream zip = new ZipInputStream(blob)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        BundleFile file = expected.remove(entry.getName());
        if (file == null) {
          throw damaged(bundle, "it has a file that was not uploaded");
        }
        Path target = folder.resolve(file.path());
        Files.createDirectories(target.getParent());
        Files.copy(zip, target);
        if (!Digest.of(Files.readAllBytes(target)).equals(file.digest())) {
          throw damaged(bundle, file.path() + " has changed");
        }
        Files.setPosixFilePermissions(
            target, PosixFilePermissions.fromString(file.executable() ? "rwxr-xr-x" : "rw-r--r--"));
      }
    }
    if (!expected.isEmpty()) {
      throw damaged(bundle, "files are missing");
    }
    finish(folder);
  }

  private static void finish(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
      for (Path path : deepestFirst) {
        if (Files.isDirectory(path)) {
          Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        Files.setLastModifiedTime(path, TIME);
      }
    }
  }

  private static void remove(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }

  private static AssayException damaged(Bundle bundle, String what) {
    return new AssayException(
        ErrorCode.BLOB_STORE_FAILED,
        "The stored files of \"%s\" are damaged: %s. Upload the skill again."
            .formatted(bundle.name().text(), what));
  }
}
