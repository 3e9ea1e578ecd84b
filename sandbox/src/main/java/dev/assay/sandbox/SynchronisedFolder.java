package dev.assay.sandbox;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.FileEntry;
import dev.assay.skill.sandbox.Sandbox;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// A folder of the host that a sandbox elsewhere works with: sent before it is used, brought back
/// afterwards. What somebody changed on this side meanwhile stays as it is here.
final class SynchronisedFolder {
  private static final int MOST_FILES = 100_000;
  private static final int MOST_COMPARED = 5_000;
  private static final String INCOMING = ".incoming";

  private final Path host;
  private final String inside;

  /// As both sides had it last.
  private Map<String, SharedTree.Leaf> known = Map.of();

  /// What lay inside when all of it was last brought back; empty if that is not known.
  private Optional<List<FileEntry>> brought = Optional.empty();

  private boolean sent;

  SynchronisedFolder(Path host, String inside) {
    this.host = host;
    this.inside = inside;
  }

  /// Sends what the sandbox does not have yet, and takes away what is no longer here.
  void push(Sandbox sandbox) {
    Map<String, SharedTree.Leaf> here = look(host);
    try {
      if (!sent) {
        sandbox.files().makeFolder(inside);
        if (!here.isEmpty()) {
          sandbox.files().upload(host, inside);
        }
      } else {
        for (SharedTree.Leaf file : here.values()) {
          if (!Objects.equals(file, known.get(file.path()))) {
            brought = Optional.empty();
            send(file.path(), sandbox);
          }
        }
        for (String path : known.keySet()) {
          if (!here.containsKey(path)) {
            brought = Optional.empty();
            sandbox.files().delete(inside + "/" + path);
          }
        }
      }
    } catch (IOException e) {
      throw failed("sent", e);
    }
    sent = true;
    known = here;
  }

  private void send(String path, Sandbox sandbox) throws IOException {
    Optional<SharedTree.Opened> file = new SharedTree(host).find(path);
    if (file.isPresent()) {
      try (InputStream content = file.get().stream()) {
        sandbox.files().write(inside + "/" + path, content);
      }
    }
  }

  /// Where what comes back lies until it is whole.
  static Path incoming(Path host) {
    return host.resolveSibling(host.getFileName() + INCOMING);
  }

  /// Brings back what the sandbox made, changed and removed. Where no file, folder or link has
  /// another size or time than before, nothing is fetched.
  ///
  /// @param most bytes
  void pull(Sandbox sandbox, long most) {
    List<FileEntry> inThere = sandbox.files().glob(inside, "**", MOST_COMPARED);
    if (inThere.size() < MOST_COMPARED && brought.filter(inThere::equals).isPresent()) {
      return;
    }
    brought = Optional.empty();
    fetch(sandbox, most);
    brought = Optional.of(inThere); // what changed meanwhile differs from it the next time
  }

  private void fetch(Sandbox sandbox, long most) {
    Path incoming = incoming(host);
    SharedTree fresh = new SharedTree(incoming);
    try {
      fresh.deleteAll();
      sandbox.files().download(inside, incoming, most);
      Map<String, SharedTree.Leaf> here = look(host);
      Map<String, SharedTree.Leaf> there = look(incoming);
      Set<String> same = new HashSet<>();
      for (String path : there.keySet()) {
        if (isAsKnown(path, here)) {
          take(incoming.resolve(path), host.resolve(path));
          same.add(path);
        }
      }
      for (String path : here.keySet()) {
        if (!there.containsKey(path) && known.containsKey(path) && isAsKnown(path, here)) {
          Files.deleteIfExists(host.resolve(path));
        }
      }
      known = look(host);
      known.keySet().retainAll(same); // the rest is sent the next time
    } catch (IOException e) {
      throw failed("brought back", e);
    } finally {
      remove(fresh);
    }
  }

  /// Whether nobody on this side touched it since it was sent.
  private boolean isAsKnown(String path, Map<String, SharedTree.Leaf> here) {
    return Objects.equals(here.get(path), known.get(path));
  }

  private static void take(Path from, Path to) throws IOException {
    if (Files.isRegularFile(to) && Files.mismatch(from, to) < 0) {
      return; // its time stays, so nobody takes it for changed
    }
    Path folder = to.getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
  }

  private static Map<String, SharedTree.Leaf> look(Path folder) {
    try {
      Map<String, SharedTree.Leaf> files = new TreeMap<>();
      for (SharedTree.Leaf file : new SharedTree(folder).look(MOST_FILES).files()) {
        files.put(file.path(), file);
      }
      return files;
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.BLOB_STORE_FAILED, "%s cannot be read: %s".formatted(folder, e), e);
    }
  }

  private static void remove(SharedTree fresh) {
    try {
      fresh.deleteAll();
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.BLOB_STORE_FAILED, "What was brought back cannot be removed: " + e, e);
    }
  }

  private AssayException failed(String what, IOException cause) {
    return new AssayException(
        ErrorCode.BLOB_STORE_FAILED,
        "The folder %s of a sandbox cannot be %s: %s".formatted(inside, what, cause),
        cause);
  }
}
