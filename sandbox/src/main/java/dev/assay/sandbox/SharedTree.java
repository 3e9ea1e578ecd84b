package dev.assay.sandbox;

import dev.assay.skill.Visible;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// A folder in which a sandbox makes what it likes. Every step down is taken from the folder before
/// it, never by a path and never through a link, so what is made inside leads nowhere else, also
/// when it is changed in the meantime.
public final class SharedTree {
  private static final int DEEPEST = 32;
  private static final int LONGEST_NAME = 255;
  private static final Set<OpenOption> READING =
      Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);

  private final Path root;

  public SharedTree(Path root) {
    this.root = root;
  }

  /// A file.
  ///
  /// @param path relative, with forward slashes
  public record Leaf(String path, long size, Instant modified, boolean executable) {}

  /// What the tree holds.
  ///
  /// @param files by path, at most as many as were asked for
  /// @param bytes of all files, those not in the list too
  /// @param more files that are not in the list: too many, too deep, or with names no one can read
  public record Content(List<Leaf> files, long bytes, int more) {}

  /// Lists everything; files beyond `most` are counted only.
  public Content look(int most) throws IOException {
    Survey survey = new Survey(most);
    if (Files.isDirectory(root, LinkOption.NOFOLLOW_LINKS)) {
      try (SecureDirectoryStream<Path> folder = open()) {
        survey.into(folder, "", 0);
      } catch (DirectoryIteratorException e) {
        throw e.getCause();
      }
    }
    survey.files.sort(Comparator.comparing(Leaf::path));
    return new Content(survey.files, survey.bytes, survey.more);
  }

  /// A file's bytes and size, if there is a file and not something else. The caller closes it.
  public Optional<Opened> find(String path) throws IOException {
    List<String> parts = List.of(path.split("/", -1));
    boolean strange = parts.size() > DEEPEST || !parts.stream().allMatch(SharedTree::isName);
    if (strange || !Files.isDirectory(root, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    SecureDirectoryStream<Path> folder = open();
    try {
      for (String part : parts.subList(0, parts.size() - 1)) {
        SecureDirectoryStream<Path> next =
            folder.newDirectoryStream(Path.of(part), LinkOption.NOFOLLOW_LINKS);
        folder.close();
        folder = next;
      }
      Path name = Path.of(parts.getLast());
      BasicFileAttributes facts = facts(folder, name);
      return facts.isRegularFile()
          ? Optional.of(
              new Opened(
                  Channels.newInputStream(folder.newByteChannel(name, READING)),
                  facts.size(),
                  facts.lastModifiedTime().toInstant()))
          : Optional.empty();
    } catch (NoSuchFileException | NotDirectoryException e) {
      return Optional.empty();
    } catch (IOException e) {
      if (isLink(e)) {
        return Optional.empty();
      }
      throw e;
    } finally {
      folder.close();
    }
  }

  /// A file that is being read.
  public record Opened(InputStream stream, long size, Instant modified) {}

  /// Removes a file, link or whatever else has this name in the top folder; whether there was one.
  public boolean delete(String name) throws IOException {
    if (!isName(name)) {
      return false;
    }
    try (SecureDirectoryStream<Path> folder = open()) {
      folder.deleteFile(Path.of(name));
      return true;
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /// A file beside the tree, where no sandbox sees it, to be [#put] into it.
  Path incoming() throws IOException {
    return Files.createTempFile(beside(), "incoming-", ".tmp");
  }

  /// Puts a file from [#incoming] into the tree, in the place of one that is there. Folders on the
  /// way are made.
  void put(Path incoming, String path) throws IOException {
    List<String> parts = parts(path);
    Files.createDirectories(root);
    SecureDirectoryStream<Path> folder = open();
    try (SecureDirectoryStream<Path> beside = open(beside())) {
      for (String part : parts.subList(0, parts.size() - 1)) {
        makeFolder(beside, folder, Path.of(part));
        folder = below(folder, part);
      }
      beside.move(incoming.getFileName(), folder, Path.of(parts.getLast()));
    } finally {
      folder.close();
    }
  }

  /// Removes a file, wherever it is below; no complaint when it is not there.
  void remove(String path) throws IOException {
    if (!Files.isDirectory(root, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    List<String> parts = parts(path);
    SecureDirectoryStream<Path> folder = open();
    try {
      for (String part : parts.subList(0, parts.size() - 1)) {
        folder = below(folder, part);
      }
      folder.deleteFile(Path.of(parts.getLast()));
    } catch (NoSuchFileException | NotDirectoryException e) {
      // nothing to do
    } finally {
      folder.close();
    }
  }

  private static List<String> parts(String path) throws IOException {
    List<String> parts = List.of(path.split("/", -1));
    if (parts.size() > DEEPEST || !parts.stream().allMatch(SharedTree::isName)) {
      throw new IOException("no path of a file: " + Visible.line(path, 200));
    }
    return parts;
  }

  private static SecureDirectoryStream<Path> below(SecureDirectoryStream<Path> folder, String name)
      throws IOException {
    SecureDirectoryStream<Path> next =
        folder.newDirectoryStream(Path.of(name), LinkOption.NOFOLLOW_LINKS);
    folder.close();
    return next;
  }

  /// Made beside the tree and moved into it, for a folder cannot be made relative to another one.
  private void makeFolder(
      SecureDirectoryStream<Path> beside, SecureDirectoryStream<Path> folder, Path name)
      throws IOException {
    try {
      if (facts(folder, name).isDirectory()) {
        return;
      }
      folder.deleteFile(name); // a file or a link, and other files have to be below it
    } catch (NoSuchFileException e) {
      // to be made
    }
    Path fresh = Files.createTempDirectory(beside(), "incoming-");
    Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rwxr-xr-x"));
    beside.move(fresh.getFileName(), folder, name);
  }

  private Path beside() {
    return Optional.ofNullable(root.getParent()).orElseThrow();
  }

  /// Removes the folder with everything in it.
  public void deleteAll() throws IOException {
    if (!Files.isDirectory(root, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    boolean left = true;
    while (left) {
      try (SecureDirectoryStream<Path> folder = open()) {
        left = empty(folder, folder, 0);
      } catch (DirectoryIteratorException e) {
        throw e.getCause();
      }
    }
    Files.deleteIfExists(root);
  }

  /// What lies deeper than a stack or a table of open files may reach is moved to the top, to be
  /// removed from there; whether there was such a thing.
  private static boolean empty(
      SecureDirectoryStream<Path> folder, SecureDirectoryStream<Path> top, int depth)
      throws IOException {
    boolean moved = false;
    for (Path entry : folder) {
      Path name = entry.getFileName();
      if (facts(folder, name).isDirectory()) {
        folder
            .getFileAttributeView(name, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
            .setPermissions(PosixFilePermissions.fromString("rwx------"));
        if (depth >= DEEPEST) {
          folder.move(name, top, Path.of("deep-" + UUID.randomUUID()));
          moved = true;
          continue;
        }
        try (SecureDirectoryStream<Path> below =
            folder.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
          moved |= empty(below, top, depth + 1);
        }
        folder.deleteDirectory(name);
      } else {
        folder.deleteFile(name);
      }
    }
    return moved;
  }

  /// Whether a file can have this name at all.
  private static boolean isName(String name) {
    try {
      return !name.isEmpty()
          && !name.equals(".")
          && !name.equals("..")
          && !name.contains("/")
          && name.getBytes(StandardCharsets.UTF_8).length <= LONGEST_NAME
          && !Path.of(name).isAbsolute();
    } catch (InvalidPathException e) {
      return false; // NUL, or letters that this system cannot write
    }
  }

  private SecureDirectoryStream<Path> open() throws IOException {
    return open(root);
  }

  private static SecureDirectoryStream<Path> open(Path path) throws IOException {
    DirectoryStream<Path> folder =
        path.getFileSystem().provider().newDirectoryStream(path, _ -> true);
    if (folder instanceof SecureDirectoryStream<Path> secure) {
      return secure;
    }
    folder.close();
    throw new IOException("This system cannot read folders safely.");
  }

  private static BasicFileAttributes facts(SecureDirectoryStream<Path> folder, Path name)
      throws IOException {
    return folder
        .getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
        .readAttributes();
  }

  private static boolean isExecutable(SecureDirectoryStream<Path> folder, Path name)
      throws IOException {
    return folder
        .getFileAttributeView(name, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
        .readAttributes()
        .permissions()
        .contains(PosixFilePermission.OWNER_EXECUTE);
  }

  private static boolean isLink(IOException e) {
    return String.valueOf(e.getMessage()).contains("Too many levels of symbolic links");
  }

  private static final class Survey {
    private final int most;
    private final List<Leaf> files = new ArrayList<>();
    private long bytes;
    private int more;

    Survey(int most) {
      this.most = most;
    }

    void into(SecureDirectoryStream<Path> folder, String prefix, int depth) throws IOException {
      for (Path entry : folder) {
        Path name = entry.getFileName();
        try {
          meet(folder, name, prefix + name, depth);
        } catch (IOException e) {
          // What was there a moment ago and is gone is not missed; the rest cannot be read.
          more += e instanceof NoSuchFileException || e instanceof NotDirectoryException ? 0 : 1;
        }
      }
    }

    private void meet(SecureDirectoryStream<Path> folder, Path name, String path, int depth)
        throws IOException {
      BasicFileAttributes facts = facts(folder, name);
      boolean readable =
          path.codePoints().noneMatch(point -> Visible.isHidden(point) || point == 0xFFFD);
      if (facts.isDirectory() && depth < DEEPEST) {
        try (SecureDirectoryStream<Path> below =
            folder.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
          into(below, path + "/", depth + 1);
        }
      } else if (facts.isRegularFile()) {
        bytes += facts.size();
        if (readable && files.size() < most) {
          files.add(
              new Leaf(
                  path,
                  facts.size(),
                  facts.lastModifiedTime().toInstant(),
                  isExecutable(folder, name)));
        } else {
          more++;
        }
      }
    }
  }
}
