package dev.assay.skill.sandbox.tree;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Makes a tree that arrives from inside, entry by entry, in a new folder of the host. The input is
/// hostile: only files and folders are made, only below the folder, never through a link, and no
/// more than allowed. Closing deletes the tree unless it was kept.
public final class ReceivedTree implements AutoCloseable {
  private static final int LONGEST_NAME = 2000;

  /// The kind of an entry; all others are skipped.
  public enum Kind {
    FILE,
    FOLDER,
    OTHER
  }

  private final Path root;
  private final long mostBytes;
  private final int mostEntries;
  private final List<String> leftOut = new ArrayList<>();
  private @Nullable OutputStream file;
  private long bytes;
  private int entries;
  private boolean kept;

  /// @param root a folder that does not exist yet
  public ReceivedTree(Path root, long mostBytes, int mostEntries) throws IOException {
    this.root = root.toAbsolutePath().normalize();
    this.mostBytes = mostBytes;
    this.mostEntries = mostEntries;
    Files.createDirectory(this.root);
  }

  /// Counts an entry before its name is read.
  public void announce(long size, int nameLength) {
    bytes += Math.max(0, size);
    if (size < 0 || size > mostBytes || bytes > mostBytes) {
      throw new TreeRefused("it is longer than " + mostBytes + " bytes");
    }
    if (++entries > mostEntries) {
      throw new TreeRefused("it holds more than " + mostEntries + " entries");
    }
    if (nameLength > LONGEST_NAME) {
      throw new TreeRefused("a path in it is longer than " + LONGEST_NAME + " bytes");
    }
  }

  /// Makes the entry; the bytes of a file follow.
  public void make(Kind kind, byte[] name) throws IOException {
    shut();
    Optional<Path> place = placeOf(name);
    if (place.isPresent() && kind == Kind.FOLDER) {
      Files.createDirectory(place.get());
    } else if (place.isPresent() && kind == Kind.FILE) {
      file =
          Files.newOutputStream(
              place.get(), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    } else {
      leftOut.add(new String(name, StandardCharsets.UTF_8));
    }
  }

  /// Appends bytes to the file that was made last; those of a skipped entry are dropped.
  public void write(byte[] piece, int from, int length) throws IOException {
    OutputStream open = file;
    if (open != null) {
      open.write(piece, from, length);
    }
  }

  /// The place of an entry; empty for names that are not text, lead out of the folder or are
  /// invalid on this machine.
  private Optional<Path> placeOf(byte[] name) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(name)).toString();
      Path path = root.resolve(text).normalize();
      boolean inside = path.startsWith(root) && !path.equals(root);
      return inside ? Optional.of(path) : Optional.empty();
    } catch (CharacterCodingException | InvalidPathException e) {
      return Optional.empty();
    }
  }

  public void shut() throws IOException {
    OutputStream open = file;
    file = null;
    if (open != null) {
      open.close();
    }
  }

  /// Marks the tree as whole; it stays after closing.
  ///
  /// @return the entries that were left out
  public List<String> keep() {
    kept = true;
    return List.copyOf(leftOut);
  }

  @Override
  public void close() throws IOException {
    shut();
    if (!kept) {
      try (Stream<Path> all = Files.walk(root)) {
        for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }
}
