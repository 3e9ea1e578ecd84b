package dev.assay.sandbox.docker;

import dev.assay.skill.Digest;
import dev.assay.skill.sandbox.LayerEntry;
import dev.assay.skill.sandbox.LayerEntry.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;

/// One layer out of the archive in which a daemon hands out an image. The daemon names a layer by
/// the digest of its archive, so what is read here is what containers get, or it is not accepted.
final class SavedLayer {
  private static final String WHITEOUT = ".wh.";
  private static final String OPAQUE = ".wh..wh..opq";
  private static final String ATTRIBUTE = "SCHILY.xattr.";

  private final List<LayerEntry> entries = new ArrayList<>();
  private final Map<String, LayerEntry> files = new HashMap<>();
  private final Map<String, List<String>> names = new HashMap<>();
  private final Set<String> opaque = new HashSet<>();

  private SavedLayer() {}

  /// @param image the archive of a whole image, with all of its layers
  /// @param digest of the one that is wanted, as `sha256:…`
  /// @return empty if no layer in it has that digest
  static Optional<List<LayerEntry>> find(InputStream image, String digest) throws IOException {
    String hex = digest.substring(digest.indexOf(':') + 1);
    Optional<List<LayerEntry>> found = Optional.empty();
    TarArchiveInputStream outer = new TarArchiveInputStream(image);
    for (TarArchiveEntry file = outer.getNextEntry(); file != null; file = outer.getNextEntry()) {
      boolean layer =
          file.getName().endsWith("/layer.tar")
              || file.getName().equals("blobs/sha256/" + hex)
              || file.getName().equals(hex + ".tar");
      if (file.isFile() && layer && found.isEmpty()) {
        MessageDigest digesting = Digest.sha256();
        SavedLayer read = new SavedLayer();
        InputStream bytes = new DigestInputStream(outer, digesting);
        read.readAll(new TarArchiveInputStream(bytes));
        long _ = bytes.transferTo(OutputStream.nullOutputStream());
        if (Digest.finish(digesting).hex().equals(hex)) {
          found = Optional.of(read.whole());
        }
      }
    }
    return found;
  }

  private void readAll(TarArchiveInputStream tar) throws IOException {
    for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
      String path = path(entry.getName());
      if (path.length() > 1) {
        read(entry, path, tar);
      }
    }
  }

  private void read(TarArchiveEntry entry, String path, InputStream content) throws IOException {
    int slash = path.lastIndexOf('/');
    String name = path.substring(slash + 1);
    if (name.equals(OPAQUE)) {
      opaque.add(path.substring(0, slash));
    } else if (name.startsWith(WHITEOUT)) {
      String gone = name.substring(WHITEOUT.length());
      boolean ofTheDaemon = gone.startsWith(WHITEOUT) || gone.isEmpty();
      add(
          entry,
          ofTheDaemon ? path : path.substring(0, slash + 1) + gone,
          ofTheDaemon ? Kind.SPECIAL : Kind.REMOVED,
          "");
    } else {
      readThing(entry, path, content);
    }
  }

  private void readThing(TarArchiveEntry entry, String path, InputStream content)
      throws IOException {
    switch (entry.getLinkFlag()) {
      case TarConstants.LF_NORMAL, TarConstants.LF_OLDNORM -> {
        add(entry, path, Kind.FILE, digest(content));
        files.put(path, entries.getLast());
      }
      case TarConstants.LF_LINK ->
          names.computeIfAbsent(path(entry.getLinkName()), _ -> new ArrayList<>()).add(path);
      case TarConstants.LF_DIR -> add(entry, path, Kind.FOLDER, "");
      case TarConstants.LF_SYMLINK -> add(entry, path, Kind.LINK, entry.getLinkName());
      default -> add(entry, path, Kind.SPECIAL, "");
    }
  }

  private void add(TarArchiveEntry entry, String path, Kind kind, String content) {
    List<String> attributes =
        entry.getExtraPaxHeaders().keySet().stream()
            .filter(header -> header.startsWith(ATTRIBUTE))
            .map(header -> header.substring(ATTRIBUTE.length()))
            .sorted()
            .toList();
    entries.add(new LayerEntry(path, kind, entry.getMode() & 07777, content, 1, attributes));
  }

  private static String digest(InputStream content) throws IOException {
    MessageDigest digesting = Digest.sha256();
    byte[] piece = new byte[64 * 1024];
    for (int size = content.read(piece); size >= 0; size = content.read(piece)) {
      digesting.update(piece, 0, size);
    }
    return Digest.finish(digesting).hex();
  }

  /// Further names of a file come as links to it, and that a folder hides what is below only with
  /// what is in it.
  private List<LayerEntry> whole() throws IOException {
    List<LayerEntry> all = new ArrayList<>();
    for (LayerEntry entry : entries) {
      long others = names.getOrDefault(entry.path(), List.of()).size();
      Kind kind =
          entry.kind() == Kind.FOLDER && opaque.contains(entry.path())
              ? Kind.REPLACED_FOLDER
              : entry.kind();
      all.add(as(entry, entry.path(), kind, 1 + others));
    }
    for (Map.Entry<String, List<String>> linked : names.entrySet()) {
      LayerEntry file = files.get(linked.getKey());
      if (file == null) {
        throw new IOException("a name of " + linked.getKey() + " is there, and it is not");
      }
      for (String name : linked.getValue()) {
        all.add(as(file, name, Kind.FILE, 1 + linked.getValue().size()));
      }
    }
    return all;
  }

  private static LayerEntry as(LayerEntry entry, String path, Kind kind, long count) {
    return new LayerEntry(path, kind, entry.mode(), entry.content(), count, entry.attributes());
  }

  private static String path(String name) {
    String path = name.startsWith("./") ? name.substring(1) : "/" + name;
    return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
  }
}
