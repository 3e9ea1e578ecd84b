package dev.assay.sandbox.local;

import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.SandboxFailure;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The engine's folders: `bin` the helper, `bases` what images start from, `layers` what was
/// frozen, `uses` who needs which of them, `live` what sandboxes write, `watched` the trees whose
/// reading is recorded. All but `bin` and `uses` belong to the uid that sandboxes have outside.
final class EngineFolders {

  /// Must be the number in the helper's `assay.h`.
  static final int SANDBOX_UID = 60600;

  private static final List<String> FOLDERS = List.of("bases", "layers", "live", "watched");

  private final Path root;

  private EngineFolders(Path root) {
    this.root = root;
  }

  static EngineFolders open(Path root) {
    EngineFolders storage = new EngineFolders(root);
    try {
      Files.createDirectories(root.resolve("bin"));
      Files.createDirectories(root.resolve("uses"));
      for (String folder : FOLDERS) {
        Files.createDirectories(root.resolve(folder));
        Files.setPosixFilePermissions(
            root.resolve(folder), PosixFilePermissions.fromString("rwx------"));
        storage.give(root.resolve(folder));
      }
      return storage;
    } catch (IOException e) {
      throw storage.unusable("be made", e);
    }
  }

  static boolean byRoot() {
    return "root".equals(System.getProperty("user.name")) || uidOf(Path.of("/proc/self")) == 0;
  }

  private static int uidOf(Path path) {
    try {
      return (Integer) Files.getAttribute(path, "unix:uid");
    } catch (IOException e) {
      return -1;
    }
  }

  Path root() {
    return root;
  }

  Path folder(String name) {
    return root.resolve(name);
  }

  /// A name that nothing has yet.
  String newId() {
    return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
  }

  Path live(String id) {
    return root.resolve("live").resolve(id);
  }

  Path layer(String layer) {
    return root.resolve("layers").resolve(layer);
  }

  Path watched(String id) {
    return root.resolve("watched").resolve(id);
  }

  /// Hands a file to the sandbox uid if we are root and it is not theirs yet.
  void give(Path path) throws IOException {
    if (byRoot()) {
      Files.setAttribute(path, "unix:uid", SANDBOX_UID, LinkOption.NOFOLLOW_LINKS);
      Files.setAttribute(path, "unix:gid", SANDBOX_UID, LinkOption.NOFOLLOW_LINKS);
    }
  }

  List<String> layers() {
    try (Stream<Path> all = Files.list(folder("layers"))) {
      return all.map(path -> String.valueOf(path.getFileName())).sorted().toList();
    } catch (IOException e) {
      throw unusable("be listed", e);
    }
  }

  boolean madeBefore(String layer, Instant when) {
    try {
      BasicFileAttributes facts = Files.readAttributes(layer(layer), BasicFileAttributes.class);
      return facts.lastModifiedTime().toInstant().isBefore(when);
    } catch (IOException e) {
      return false; // gone meanwhile
    }
  }

  /// By the kernel's own time of the last change, which nobody can set.
  boolean changedBefore(String layer, Instant when) {
    try {
      FileTime changed = (FileTime) Files.getAttribute(layer(layer), "unix:ctime");
      return changed.toInstant().isBefore(when);
    } catch (IOException e) {
      return false; // gone meanwhile
    }
  }

  /// What the files of a tree hold. What a skill made unreadable counts as nothing.
  long size(Path tree) {
    long[] bytes = {0};
    try {
      Files.walkFileTree(
          tree,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes facts) {
              bytes[0] += facts.isRegularFile() ? facts.size() : 0;
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) {
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) {
              return FileVisitResult.CONTINUE;
            }
          });
      return bytes[0];
    } catch (IOException e) {
      throw unusable("be measured", e);
    }
  }

  void rename(Path folder, Path name) {
    try {
      Files.move(folder, name, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw unusable("rename " + folder.getFileName(), e);
    }
  }

  /// Turns a folder into a layer by giving it the layer's name.
  void adopt(Path folder, String layer) {
    try {
      Files.setLastModifiedTime(folder, FileTime.from(Instant.now()));
      Files.move(folder, layer(layer), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw unusable("take the layer " + layer, e);
    }
  }

  List<Path> remains(String id) {
    List<Path> found = new ArrayList<>();
    for (Path path : List.of(live(id), watched(id))) {
      if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
        found.add(path);
      }
    }
    return found;
  }

  private SandboxFailure unusable(String what, IOException cause) {
    return new SandboxFailure(
        ErrorCode.SANDBOX_FAILED,
        "The sandbox storage " + root + " cannot " + what + ": " + cause,
        cause);
  }
}
