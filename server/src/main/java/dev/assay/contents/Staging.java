package dev.assay.contents;

import dev.assay.skill.AssayException;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestOutputStream;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A folder in which the files of a new layer are laid out as the inside will see them, with the
/// list of their owners. Nothing is ever written through a link: links are only listed.
public final class Staging implements AutoCloseable {
  private static final Pattern UNUSABLE = Pattern.compile("\\\\|(?:^|/)\\.{0,2}(?:/|$)");

  /// Bytes of a text that rules look at.
  public static final int LONGEST_TEXT = 16 << 20;

  private static final int LONGEST_PATH = 1024;
  private static final int LONGEST_NAME = 255;

  private final Path folder;
  private final long most;
  private final SortedMap<String, Item> items = new TreeMap<>();
  private long bytes;

  /// @param most the greatest size of all files together, in bytes
  public Staging(Path parent, long most) {
    try {
      this.folder = Files.createTempDirectory(parent, "staging");
      this.most = most;
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.VALIDATION_ERROR, "No room for the files of packages: " + e, e);
    }
  }

  public Path folder() {
    return folder;
  }

  public SortedMap<String, Item> items() {
    return items;
  }

  /// A path below a folder of the inside. Empty if it leaves the folder, or could be mistaken for
  /// another path when it is listed or typed.
  static Optional<String> below(String folder, String path) {
    boolean usable =
        !path.isEmpty()
            && !UNUSABLE.matcher(path).find()
            && path.codePoints().noneMatch(Visible::isHidden)
            && folder.length() + path.length() < LONGEST_PATH
            && Stream.of(path.split("/", -1))
                .allMatch(name -> name.getBytes(StandardCharsets.UTF_8).length <= LONGEST_NAME);
    return usable ? Optional.of(folder + "/" + path) : Optional.empty();
  }

  /// @throws UnusablePackage if another package claims another file of that name
  Item add(String path, int mode, InputStream content, String owner) throws IOException {
    Path target = folder.resolve(path.substring(1));
    Item known = items.get(path);
    if (known == null) {
      requireFree(path, owner);
    }
    Path place = known == null ? target : Files.createTempFile(folder, ".again", null);
    Digest digest;
    Files.createDirectories(target.getParent());
    try (DigestOutputStream out =
        new DigestOutputStream(
            Files.newOutputStream(
                place, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING),
            Digest.sha256())) {
      copy(content, out);
      digest = Digest.finish(out.getMessageDigest());
    }
    Item item = Item.file(path, mode, digest.hex(), owner);
    if (known != null) {
      if (path.endsWith("/__init__.py") && declareNamespaces(target, place)) {
        item = known.ownedBy(List.of(owner)); // the first one stays
      }
      Files.delete(place);
    } else {
      setMode(target, mode);
    }
    put(item);
    return item;
  }

  private static void setMode(Path file, int mode) throws IOException {
    Files.setPosixFilePermissions(
        file, PosixFilePermissions.fromString(mode == 0755 ? "rwxr-xr-x" : "rw-r--r--"));
  }

  private boolean declareNamespaces(Path one, Path other) throws IOException {
    return NamespaceDeclaration.isIn(text(one)) && NamespaceDeclaration.isIn(text(other));
  }

  private String text(Path file) throws IOException {
    if (Files.size(file) > LONGEST_TEXT) {
      throw tooLong("/" + folder.relativize(file));
    }
    return Files.readString(file, StandardCharsets.ISO_8859_1);
  }

  /// A file that a rule has to read and nobody reads in full.
  public static UnusablePackage tooLong(String path) {
    return new UnusablePackage(
        "%s has more than %,d bytes, which is too long to find out what it does."
            .formatted(Visible.line(path, 300), LONGEST_TEXT));
  }

  /// The content of a file that was added.
  public String text(Item item) {
    try {
      return text(folder.resolve(item.path().substring(1)));
    } catch (IOException e) {
      throw new UncheckedIOException(item.path(), e);
    }
  }

  /// Keeps the image's file in place of another declaration of the same namespace.
  ///
  /// @return true if both files declare a namespace
  public boolean keepNamespace(Item inImage, String text) {
    Item added = items.get(inImage.path());
    if (added == null
        || !inImage.path().endsWith("/__init__.py")
        || !NamespaceDeclaration.isIn(text)
        || !NamespaceDeclaration.isIn(text(added))) {
      return false;
    }
    try {
      Path file = folder.resolve(inImage.path().substring(1));
      Files.writeString(file, text, StandardCharsets.ISO_8859_1);
      setMode(file, inImage.mode());
    } catch (IOException e) {
      throw new UncheckedIOException(inImage.path(), e);
    }
    items.put(
        inImage.path(),
        new Item(
            inImage.path(), Item.Kind.FILE, inImage.mode(), inImage.content(), added.owners()));
    return true;
  }

  private void copy(InputStream content, OutputStream out) throws IOException {
    byte[] buffer = new byte[32 * 1024];
    for (int size = content.read(buffer); size >= 0; size = content.read(buffer)) {
      bytes += size;
      if (bytes > most) {
        throw new UnusablePackage(
            "The packages unpack to more than %,d bytes, the limit (assay.validation.disk)."
                .formatted(most));
      }
      out.write(buffer, 0, size);
    }
  }

  /// Adds a link, which may have several owners.
  public void link(String path, String target, String owner) {
    put(Item.link(path, target, owner));
  }

  private void put(Item item) {
    Item known = items.get(item.path());
    if (known == null) {
      requireFree(item.path(), String.join(", ", item.owners()));
      items.put(item.path(), item);
    } else if (known.isLike(item)) {
      items.put(
          item.path(),
          known.ownedBy(Stream.concat(known.owners().stream(), item.owners().stream()).toList()));
    } else {
      throw new UnusablePackage(
          "Two packages claim %s with different content: %s and %s."
              .formatted(
                  Visible.line(item.path(), 300),
                  String.join(", ", known.owners()),
                  String.join(", ", item.owners())));
    }
  }

  /// A path is a file, a link or a folder, not two of them.
  private void requireFree(String path, String owner) {
    boolean folder = !items.subMap(path + "/", path + "0").isEmpty();
    boolean below = false;
    for (int at = path.indexOf('/', 1); at > 0; at = path.indexOf('/', at + 1)) {
      below |= items.containsKey(path.substring(0, at));
    }
    if (folder || below) {
      throw new UnusablePackage(
          "%s of %s would be a file and a folder at once."
              .formatted(Visible.line(path, 300), owner));
    }
  }

  @Override
  public void close() {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.INTERNAL_ERROR, "%s cannot be removed: %s".formatted(folder, e), e);
    }
  }
}
