package dev.assay.sandbox.local;

import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.OutputListener;
import dev.assay.skill.sandbox.SandboxFailure;
import java.io.ByteArrayOutputStream;
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

/// Writes a tree that comes from inside (the other side is the helper's `files.c`) into a new
/// folder of the host. Nothing in it is trusted: only files and folders are made, only below the
/// folder, never through a link, and no more than allowed. Whatever stops it, nothing is left of it
/// then.
final class TreeReceiver implements OutputListener, AutoCloseable {
  private static final int LONGEST_NAME = 2000;
  private static final int LONGEST_HEADER = 100;

  /// The tree is larger than whoever asked for it wants.
  static final class TooMuch extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooMuch(String why) {
      super(why);
    }

    String why() {
      return String.valueOf(getMessage());
    }
  }

  private final Path root;
  private final long mostBytes;
  private final int mostEntries;
  private final List<String> leftOut = new ArrayList<>();
  private final ByteArrayOutputStream header = new ByteArrayOutputStream();
  private @Nullable OutputStream file;
  private char type;
  private long bytes;
  private int entries;
  private long bodyLeft;
  private int nameLeft = -1;
  private long size;
  private boolean whole;

  TreeReceiver(Path root, long mostBytes, int mostEntries) {
    this.root = root.toAbsolutePath().normalize();
    this.mostBytes = mostBytes;
    this.mostEntries = mostEntries;
    try {
      Files.createDirectory(this.root);
    } catch (IOException e) {
      throw new SandboxFailure(
          ErrorCode.SANDBOX_FAILED, "The folder " + root + " must be new: " + e, e);
    }
  }

  @Override
  public void stderr(byte[] said) {}

  @Override
  public void stdout(byte[] piece) {
    try {
      int at = 0;
      while (at < piece.length) {
        if (bodyLeft > 0) {
          int part = (int) Math.min(bodyLeft, piece.length - at);
          body(piece, at, part);
          at += part;
        } else {
          at = head(piece, at);
        }
      }
    } catch (IOException e) {
      throw stopped(e);
    }
  }

  private void body(byte[] piece, int from, int length) throws IOException {
    OutputStream open = file;
    if (open != null) {
      open.write(piece, from, length);
    }
    bodyLeft -= length;
    if (bodyLeft == 0) {
      shut();
    }
  }

  private int head(byte[] piece, int from) throws IOException {
    int at = from;
    while (at < piece.length && nameLeft < 0) {
      byte next = piece[at++];
      if (next == '\n') {
        begin(header.toString(StandardCharsets.US_ASCII).split(" ", -1));
        header.reset();
      } else if (header.size() == LONGEST_HEADER) {
        throw new TooMuch("its stream is not well-formed");
      } else {
        header.write(next);
      }
    }
    int part = Math.min(Math.max(nameLeft, 0), piece.length - at);
    header.write(piece, at, part);
    nameLeft -= part;
    if (nameLeft == 0) {
      make(header.toByteArray());
      header.reset();
      nameLeft = -1;
    }
    return at + part;
  }

  private void begin(String[] words) {
    type = words[0].charAt(0);
    size = Long.parseLong(words[2]);
    nameLeft = Integer.parseInt(words[3]);
    bytes += size;
    if (size < 0 || size > mostBytes || bytes > mostBytes) {
      throw new TooMuch("it is longer than " + mostBytes + " bytes");
    }
    if (++entries > mostEntries) {
      throw new TooMuch("it holds more than " + mostEntries + " entries");
    }
    if (nameLeft > LONGEST_NAME) {
      throw new TooMuch("a path in it is longer than " + LONGEST_NAME + " bytes");
    }
  }

  private void make(byte[] name) throws IOException {
    bodyLeft = size;
    Optional<Path> place = placeOf(name);
    if (place.isPresent() && type == 'd') {
      Files.createDirectory(place.get());
    } else if (place.isPresent() && type == 'f') {
      file =
          Files.newOutputStream(
              place.get(), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      if (size == 0) {
        shut();
      }
    } else {
      leftOut.add(new String(name, StandardCharsets.UTF_8));
    }
  }

  /// Nothing for names that are not text, lead out or cannot be had on this machine.
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

  private void shut() throws IOException {
    OutputStream open = file;
    file = null;
    if (open != null) {
      open.close();
    }
  }

  /// What was left out; the tree stays.
  ///
  /// @throws SandboxFailure if its stream ended in the middle
  List<String> finish() {
    if (bodyLeft > 0 || nameLeft >= 0 || header.size() > 0) {
      throw new SandboxFailure(
          ErrorCode.SANDBOX_FAILED, "The download stopped in the middle of its stream.");
    }
    whole = true;
    return List.copyOf(leftOut);
  }

  @Override
  public void close() {
    try {
      shut();
      if (!whole) {
        try (Stream<Path> all = Files.walk(root)) {
          for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
            Files.delete(path);
          }
        }
      }
    } catch (IOException e) {
      throw stopped(e);
    }
  }

  private static SandboxFailure stopped(IOException cause) {
    return new SandboxFailure(ErrorCode.SANDBOX_FAILED, "The download stopped: " + cause, cause);
  }
}
