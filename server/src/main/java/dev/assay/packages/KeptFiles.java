package dev.assay.packages;

import dev.assay.packages.format.Checksum;
import dev.assay.skill.Digest;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/// The files that came through a door, kept until it is closed.
final class KeptFiles {
  static final long MOST = 8L << 30;
  private static final int CHUNK = 64 * 1024;

  private final Path folder;
  private final Map<String, PackageFile> kept = new ConcurrentHashMap<>();
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLong number = new AtomicLong();

  KeptFiles(Path folder) {
    this.folder = folder;
  }

  /// A file that differs from its description.
  static final class Damaged extends Exception {
    Damaged(String message) {
      super(message);
    }
  }

  /// A file beyond the limit.
  static final class TooLarge extends Exception {}

  /// A file that this machine cannot keep.
  static final class NotKept extends Exception {
    NotKept(IOException cause) {
      super(String.valueOf(cause.getMessage()), cause);
    }
  }

  Optional<PackageFile> find(FileTarget target) {
    return Optional.ofNullable(kept.get(target.text()));
  }

  /// Keeps a file and passes it on. It passes on the last bytes and closes the stream only after
  /// all checks succeeded.
  ///
  /// @param length the announced length; -1 if there was none
  /// @throws IOException if it cannot be passed on
  PackageFile receive(FileTarget target, InputStream in, long length, OutputStream out)
      throws IOException, Damaged, TooLarge, NotKept {
    Path file = folder.resolve(Long.toString(number.incrementAndGet()));
    boolean whole = false;
    try (OutputStream copy = create(file)) {
      MessageDigest sha256 = Digest.sha256();
      Optional<MessageDigest> expected = target.checksum().map(Checksum::function);
      byte[] held = new byte[0];
      long size = 0;
      for (byte[] next = read(in); next.length > 0; next = read(in)) {
        out.write(held, 0, held.length);
        sha256.update(next);
        byte[] more = next;
        expected.ifPresent(function -> function.update(more));
        write(copy, next);
        size += next.length;
        if (bytes.addAndGet(next.length) > MOST) {
          throw new TooLarge();
        }
        held = next;
      }
      check(target, size, length, expected);
      PackageFile made =
          new PackageFile(target.name(), Digest.finish(sha256), size, file, target.origin());
      whole = true;
      kept.put(target.text(), made);
      out.write(held, 0, held.length);
      out.flush();
      out.close();
      return made;
    } finally {
      if (!whole) {
        Files.deleteIfExists(file);
      }
    }
  }

  private static void check(
      FileTarget target, long size, long length, Optional<MessageDigest> function) throws Damaged {
    if (length >= 0 && size != length) {
      throw new Damaged("it ended after %d of %d bytes".formatted(size, length));
    }
    if (function.isPresent() && !target.checksum().orElseThrow().fits(function.get())) {
      throw new Damaged(
          "its %s is not the one that the index names (%d bytes came)"
              .formatted(target.checksum().orElseThrow().algorithm(), size));
    }
  }

  private static byte[] read(InputStream in) throws Damaged {
    try {
      return in.readNBytes(CHUNK);
    } catch (IOException e) {
      throw new Damaged(Asker.reason(e));
    }
  }

  private static OutputStream create(Path file) throws NotKept {
    try {
      return Files.newOutputStream(file);
    } catch (IOException e) {
      throw new NotKept(e);
    }
  }

  private static void write(OutputStream copy, byte[] bytes) throws NotKept {
    try {
      copy.write(bytes);
    } catch (IOException e) {
      throw new NotKept(e);
    }
  }

  void delete() {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
