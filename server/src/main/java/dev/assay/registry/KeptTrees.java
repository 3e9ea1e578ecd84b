package dev.assay.registry;

import dev.assay.skill.BundleFile;
import dev.assay.skill.Digest;
import dev.assay.skill.FileState;
import dev.assay.skill.Visible;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.DigestInputStream;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Compares folders with the files that were uploaded. A file is read when a server first uses it,
/// and again as soon as its inode, size, mode or time of change differs. The list of files is
/// checked with every use.
public final class KeptTrees {
  private static final int FOLDER = 0755;
  private static final int PROGRAM = 0755;
  private static final int TEXT = 0644;

  /// The time of all files and folders of a tree, so that a skill in a sandbox cannot tell one tree
  /// from another by it.
  public static final FileTime TIME = FileTime.fromMillis(315_532_800_000L); // 1980-01-01

  private final Map<Path, Map<String, FileState>> compared = new ConcurrentHashMap<>();

  /// Describes how a folder differs from the uploaded files; empty if it does not.
  public Optional<String> findDamage(Path tree, Collection<BundleFile> files) {
    Map<String, FileState> known = compared.getOrDefault(tree, Map.of());
    Map<String, FileState> now = new HashMap<>();
    try {
      Optional<String> damage = compare(tree, files, known, now);
      if (damage.isPresent()) {
        compared.remove(tree);
      } else if (!now.equals(known)) {
        compared.put(tree, Map.copyOf(now));
      }
      return damage;
    } catch (IOException e) {
      compared.remove(tree);
      return Optional.of("it cannot be read (%s)".formatted(Visible.line(e.toString(), 200)));
    }
  }

  /// Makes the next comparison read every file again.
  public void forget(Path tree) {
    compared.remove(tree);
  }

  private static Optional<String> compare(
      Path tree,
      Collection<BundleFile> files,
      Map<String, FileState> known,
      Map<String, FileState> now)
      throws IOException {
    Map<String, BundleFile> missing = new HashMap<>();
    Set<String> folders = new HashSet<>();
    for (BundleFile file : files) {
      missing.put(file.path(), file);
      for (int at = file.path().indexOf('/'); at > 0; at = file.path().indexOf('/', at + 1)) {
        folders.add(file.path().substring(0, at));
      }
    }
    FileState root = FileState.of(tree);
    if (!root.isFolder() || root.permissions() != FOLDER) {
      return Optional.of("its folder is of another kind or mode");
    }
    Look look = new Look(known, now, missing, folders);
    Optional<String> damage = look.into(tree, "");
    if (damage.isEmpty()) {
      setTime(tree, FileState.of(tree));
    }
    return damage.isPresent() || missing.isEmpty()
        ? damage
        : Optional.of(shown(missing.keySet().stream().sorted().findFirst().orElseThrow(), "gone"));
  }

  private record Look(
      Map<String, FileState> known,
      Map<String, FileState> now,
      Map<String, BundleFile> missing,
      Set<String> folders) {
    Optional<String> into(Path folder, String above) throws IOException {
      try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
        for (Path path : all) {
          Optional<String> damage = at(path, above + path.getFileName());
          if (damage.isPresent()) {
            return damage;
          }
        }
      }
      return Optional.empty();
    }

    private Optional<String> at(Path path, String name) throws IOException {
      FileState state = FileState.of(path);
      if (state.isFolder() && folders.contains(name)) {
        Optional<String> damage =
            state.permissions() == FOLDER
                ? into(path, name + "/")
                : Optional.of(shown(name, "of another mode"));
        if (damage.isEmpty()) {
          setTime(path, state);
        }
        return damage;
      }
      BundleFile file = missing.remove(name);
      if (file == null) {
        return Optional.of(shown(name, "not among what was uploaded"));
      }
      if (!state.equals(known.get(name))) {
        Instant begun = Instant.now();
        if (!isWhole(path, state, file) || !state.equals(FileState.of(path))) {
          return Optional.of(shown(name, "changed"));
        }
        if (setTime(path, state) || !state.isSettled(begun)) {
          return Optional.empty(); // read again the next time
        }
      }
      now.put(name, state);
      return Optional.empty();
    }

    private static boolean isWhole(Path path, FileState state, BundleFile file) throws IOException {
      if (!state.isPlain()
          || state.size() != file.size()
          || state.permissions() != (file.executable() ? PROGRAM : TEXT)) {
        return false;
      }
      try (InputStream content = Files.newInputStream(path, LinkOption.NOFOLLOW_LINKS);
          DigestInputStream counted = new DigestInputStream(content, Digest.sha256())) {
        counted.transferTo(OutputStream.nullOutputStream());
        return Digest.finish(counted.getMessageDigest()).equals(file.digest());
      } catch (NoSuchFileException e) {
        return false;
      }
    }
  }

  /// Restoring or copying a tree by hand can give it other times.
  ///
  /// @return whether it had another one
  private static boolean setTime(Path path, FileState state) throws IOException {
    if (state.written().equals(TIME)) {
      return false;
    }
    Files.setLastModifiedTime(path, TIME);
    return true;
  }

  private static String shown(String path, String what) {
    return "\"%s\" is %s".formatted(Visible.line(path, 200), what);
  }
}
