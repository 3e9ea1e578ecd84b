package dev.assay.registry;

import dev.assay.skill.AssayException;
import dev.assay.skill.BlobStore;
import dev.assay.skill.Bundle;
import dev.assay.skill.BundleFile;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;

/// The admitted trees of skills as folders, to be mounted in sandboxes. A folder is named by its
/// digest, made when first needed, and compared with the upload whenever it is requested. All times
/// in it are the same, so they reveal nothing.
public final class SkillFolders {

  private final Path root;
  private final BlobStore archives;
  private final KeptTrees trees = new KeptTrees();

  public SkillFolders(Path root, BlobStore archives) {
    this.root = root;
    this.archives = archives;
  }

  /// @throws AssayException with `STORED_FILES_DAMAGED` if it differs from the upload
  public Path of(Bundle bundle) {
    Path place = root.resolve(bundle.digest().hex());
    if (!Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
      make(bundle, place);
    }
    Optional<String> damage = trees.findDamage(place, bundle.files());
    if (damage.isPresent()) {
      throw damaged(bundle, damage.get());
    }
    return place;
  }

  /// Describes how the files here differ from the upload, after reading all of them again; empty if
  /// they do not differ, or were never needed.
  public Optional<String> findDamage(Bundle bundle) {
    Path place = root.resolve(bundle.digest().hex());
    trees.forget(place);
    return Files.exists(place, LinkOption.NOFOLLOW_LINKS)
        ? trees.findDamage(place, bundle.files())
        : Optional.empty();
  }

  /// Reads the archives of a skill and names a difference from the uploaded files; empty without
  /// one.
  public Optional<String> findArchiveDamage(Bundle bundle) {
    Map<String, BundleFile> expected = expected(bundle);
    try (ZipInputStream zip = archive(bundle)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        copy(bundle, expected, entry, zip, OutputStream.nullOutputStream());
      }
      requireAll(bundle, expected);
    } catch (AssayException e) {
      return Optional.of(e.reason());
    } catch (IOException e) {
      return Optional.of(damaged(bundle, unreadable(e)).reason());
    }
    return findEvalsDamage(bundle);
  }

  private Optional<String> findEvalsDamage(Bundle bundle) {
    try (ZipInputStream _ = evals(bundle)) {
      return Optional.empty();
    } catch (AssayException e) {
      return Optional.of(e.reason());
    } catch (IOException e) {
      return Optional.of(damaged(bundle, unreadable(e)).reason());
    }
  }

  /// The files that only tests of a skill need, if it has any.
  ///
  /// @throws AssayException with `STORED_FILES_DAMAGED` if they are not what was taken in
  public ZipInputStream evals(Bundle bundle) {
    return bundle
        .evalsDigest()
        .map(
            digest ->
                new ZipInputStream(
                    archives
                        .find(digest)
                        .orElseThrow(
                            () -> damaged(bundle, "the archive of its evals is changed or gone"))))
        .orElseGet(() -> new ZipInputStream(InputStream.nullInputStream()));
  }

  /// Puts files that were uploaded again in the place of damaged ones.
  ///
  /// @param keep stores the files if there are none
  /// @return true if anything was damaged
  public boolean mend(Bundle bundle, Runnable keep) {
    boolean archive = findArchiveDamage(bundle).isPresent();
    if (archive) {
      archives.remove(bundle.digest());
      bundle.evalsDigest().ifPresent(archives::remove);
      keep.run();
    }
    boolean tree = findDamage(bundle).isPresent();
    if (tree) {
      makeAgain(bundle);
    }
    return archive || tree;
  }

  private void make(Bundle bundle, Path place) {
    unpacked(
        bundle,
        making -> {
          try {
            Files.move(making, place, StandardCopyOption.ATOMIC_MOVE);
          } catch (IOException e) {
            if (!Files.exists(place, LinkOption.NOFOLLOW_LINKS)) { // else somebody was faster
              throw e;
            }
          }
        });
  }

  /// The folder itself stays: sandboxes that have it see the new files.
  private void makeAgain(Bundle bundle) {
    Path place = root.resolve(bundle.digest().hex());
    if (!Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
      removeTree(bundle.digest());
      return; // made when it is needed
    }
    unpacked(
        bundle,
        making -> {
          for (Path old : children(place)) {
            remove(old);
          }
          for (Path file : children(making)) {
            Files.move(file, place.resolve(making.relativize(file)));
          }
          finish(place);
        });
  }

  /// The use of a folder with the files of a skill, which is gone afterwards.
  private interface Unpacked {
    void use(Path folder) throws IOException;
  }

  private void unpacked(Bundle bundle, Unpacked unpacked) {
    try {
      Files.createDirectories(root);
      Path making = Files.createTempDirectory(root, "making-");
      try {
        unpack(bundle, making);
        unpacked.use(making);
      } finally {
        remove(making);
      }
    } catch (ZipException | EOFException e) {
      throw damaged(bundle, unreadable(e));
    } catch (IOException | UncheckedIOException e) {
      throw new AssayException(
          ErrorCode.BLOB_STORE_FAILED,
          "The files of \"%s\" could not be unpacked below %s: %s. Check the free space."
              .formatted(bundle.name().text(), root, e.getMessage()),
          e);
    }
  }

  /// Removes everything that is kept under a digest.
  public void remove(Digest digest) {
    archives.remove(digest);
    removeTree(digest);
  }

  private void removeTree(Digest digest) {
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
    Map<String, BundleFile> expected = expected(bundle);
    try (ZipInputStream zip = archive(bundle)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        BundleFile file = find(bundle, expected, entry);
        Path target = folder.resolve(file.path());
        Files.createDirectories(target.getParent());
        try (OutputStream out = Files.newOutputStream(target, StandardOpenOption.CREATE_NEW)) {
          copy(bundle, expected, entry, zip, out);
        }
        Files.setPosixFilePermissions(
            target, PosixFilePermissions.fromString(file.executable() ? "rwxr-xr-x" : "rw-r--r--"));
      }
    }
    requireAll(bundle, expected);
    finish(folder);
  }

  private ZipInputStream archive(Bundle bundle) {
    return new ZipInputStream(
        archives
            .find(bundle.digest())
            .orElseThrow(() -> damaged(bundle, "the archive is changed or gone")));
  }

  private static String unreadable(IOException failure) {
    return "the archive cannot be read (%s)".formatted(failure.getMessage());
  }

  private static Map<String, BundleFile> expected(Bundle bundle) {
    Map<String, BundleFile> expected = new HashMap<>();
    bundle.files().forEach(file -> expected.put(file.path(), file));
    return expected;
  }

  private static BundleFile find(Bundle bundle, Map<String, BundleFile> expected, ZipEntry entry) {
    return Optional.ofNullable(expected.get(entry.getName()))
        .orElseThrow(() -> damaged(bundle, "the archive has a file that was not uploaded"));
  }

  private static void copy(
      Bundle bundle,
      Map<String, BundleFile> expected,
      ZipEntry entry,
      InputStream content,
      OutputStream target)
      throws IOException {
    BundleFile file = find(bundle, expected, entry);
    MessageDigest function = Digest.sha256();
    content.transferTo(new DigestOutputStream(target, function));
    if (!Digest.finish(function).equals(file.digest())) {
      throw damaged(bundle, "\"%s\" is changed in the archive".formatted(file.path()));
    }
    expected.remove(file.path());
  }

  private static void requireAll(Bundle bundle, Map<String, BundleFile> left) {
    if (!left.isEmpty()) {
      throw damaged(bundle, "the archive lacks files");
    }
  }

  private static void finish(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
      for (Path path : deepestFirst) {
        if (Files.isDirectory(path)) {
          Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        Files.setLastModifiedTime(path, KeptTrees.TIME);
      }
    }
  }

  /// Removes a file or folder, also one whose mode forbids it; links are not followed.
  private static void remove(Path path) throws IOException {
    if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
      for (Path child : children(path)) {
        remove(child);
      }
    }
    Files.deleteIfExists(path);
  }

  private static List<Path> children(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.toList();
    }
  }

  public static AssayException damaged(Bundle bundle, String what) {
    return new AssayException(
        ErrorCode.STORED_FILES_DAMAGED,
        "The stored files of \"%s\" are damaged: %s. This is a fault of the platform, not of the skill. Restore them from a backup, or upload the same files again."
            .formatted(bundle.name().text(), what));
  }
}
