package dev.assay.sandbox.local;

import dev.assay.skill.FileState;
import dev.assay.skill.sandbox.SandboxFailure;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// The trees whose reading is recorded. Each sandbox has copies of its own, so that what others
/// read is not mixed in. To make files and to remove them is most of the work of a small sandbox,
/// so the next one that needs the same trees, all of them, takes over the copies of one that ended.
/// Nothing inside tells that: their times are set anew, and those of one sandbox have one age.
final class WatchedCopies {
  private static final int MOST_KEPT = 8;
  private static final long LARGEST_KEPT = 8 << 20;
  private static final String KEPT = "kept-";
  private static final String REMOVED = "removed-";

  private final EngineFolders storage;
  private final Consumer<List<Path>> remover;
  private final Map<String, Copies> used = new ConcurrentHashMap<>();
  private final Deque<Kept> kept = new ArrayDeque<>();

  private record Copies(List<Map<Path, FileState>> sources, Map<Path, FileState> own) {}

  private record Kept(Path folder, Copies copies) {}

  /// @param remover removes folders with all that is in them
  WatchedCopies(EngineFolders storage, Consumer<List<Path>> remover) {
    this.storage = storage;
    this.remover = remover;
  }

  /// What an earlier process left.
  void clear() throws IOException {
    try (Stream<Path> all = Files.list(storage.folder("watched"))) {
      all.filter(path -> isOurs(String.valueOf(path.getFileName()))).forEach(this::drop);
    }
  }

  private static boolean isOurs(String name) {
    return name.startsWith(KEPT) || name.startsWith(REMOVED);
  }

  /// Copies for one sandbox, in the order of their sources.
  List<Path> make(String id, List<Path> sources) throws IOException {
    List<Path> own = new ArrayList<>();
    if (sources.isEmpty()) {
      return own;
    }
    Path folder = storage.watched(id);
    for (int number = 0; number < sources.size(); number++) {
      own.add(folder.resolve(Integer.toString(number)));
    }
    List<Map<Path, FileState>> wanted = new ArrayList<>();
    for (Path source : sources) {
      wanted.add(facts(source));
    }
    Optional<Map<Path, FileState>> taken = take(folder, wanted);
    if (taken.isEmpty()) {
      for (int number = 0; number < sources.size(); number++) {
        TreeMirror.make(sources.get(number), own.get(number));
      }
      if (!isSmall(wanted)) {
        return own;
      }
      taken = Optional.of(facts(folder));
    }
    used.put(id, new Copies(wanted, taken.get()));
    return own;
  }

  /// What is long was linked and not copied, and its times are those of its source.
  private static boolean isSmall(List<Map<Path, FileState>> sources) {
    return sources.stream()
            .flatMap(tree -> tree.values().stream())
            .mapToLong(FileState::size)
            .allMatch(size -> size <= TreeMirror.LONGEST_COPY)
        && sources.stream().flatMap(tree -> tree.values().stream()).mapToLong(FileState::size).sum()
            <= LARGEST_KEPT;
  }

  /// Once nothing of the sandbox runs: keeps its copies for another one.
  void end(String id) {
    Copies copies = used.remove(id);
    if (copies == null) {
      return;
    }
    Path place = storage.folder("watched").resolve(KEPT + storage.newId());
    try {
      Files.move(storage.watched(id), place, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      return; // removed with the rest of the sandbox
    }
    keep(new Kept(place, copies)).ifPresent(oldest -> drop(oldest.folder()));
  }

  private Optional<Kept> keep(Kept copies) {
    synchronized (kept) {
      kept.addLast(copies);
      return kept.size() > MOST_KEPT ? Optional.of(kept.removeFirst()) : Optional.empty();
    }
  }

  void close() {
    List<Kept> all;
    synchronized (kept) {
      all = List.copyOf(kept);
      kept.clear();
    }
    all.forEach(each -> drop(each.folder()));
  }

  /// The name first, so that nobody takes over what is being removed.
  private void drop(Path folder) {
    Path unused = folder.resolveSibling(REMOVED + storage.newId());
    try {
      Files.move(folder, unused, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      return; // somebody else does
    }
    try {
      remover.accept(List.of(unused));
    } catch (SandboxFailure e) {
      return; // the next start tries again
    }
  }

  /// @return what they are now; nothing if there are none like these
  private Optional<Map<Path, FileState>> take(Path folder, List<Map<Path, FileState>> wanted) {
    Optional<Kept> found = find(wanted);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    try {
      Files.move(found.get().folder(), folder, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      return Optional.empty(); // cleared away by somebody
    }
    try {
      return Optional.of(renew(folder, found.get().copies().own()));
    } catch (IOException e) {
      drop(folder);
      return Optional.empty();
    }
  }

  private Optional<Kept> find(List<Map<Path, FileState>> wanted) {
    synchronized (kept) {
      for (Iterator<Kept> all = kept.descendingIterator(); all.hasNext(); ) {
        Kept each = all.next();
        if (each.copies().sources().equals(wanted)) {
          all.remove();
          return Optional.of(each);
        }
      }
    }
    return Optional.empty();
  }

  /// Sets all times, so that what was read before cannot be told from what was not.
  private static Map<Path, FileState> renew(Path folder, Map<Path, FileState> known)
      throws IOException {
    if (!facts(folder).equals(known)) {
      throw new IOException("not as it was made");
    }
    Map<Path, FileState> renewed = new TreeMap<>();
    for (Map.Entry<Path, FileState> each : known.entrySet()) {
      Path file = folder.resolve(each.getKey());
      FileTime written = each.getValue().written();
      Files.getFileAttributeView(file, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
          .setTimes(written, written, null);
      renewed.put(each.getKey(), FileState.of(file));
    }
    return renewed;
  }

  /// Of everything in a tree by its place there, but not of the tree's own folder, which is
  /// renamed.
  private static Map<Path, FileState> facts(Path tree) throws IOException {
    Map<Path, FileState> all = new TreeMap<>();
    Files.walkFileTree(
        tree,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes known)
              throws IOException {
            if (!folder.equals(tree)) {
              all.put(tree.relativize(folder), FileState.of(folder));
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes known)
              throws IOException {
            all.put(tree.relativize(file), FileState.of(file));
            return FileVisitResult.CONTINUE;
          }
        });
    return all;
  }
}
