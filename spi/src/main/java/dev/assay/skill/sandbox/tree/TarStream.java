package dev.assay.skill.sandbox.tree;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.stream.Stream;

/// A tree of the host as a tar archive: files and folders, without an owner.
public final class TarStream {
  private static final int BLOCK = 512;
  private static final int LONGEST_SHORT_NAME = 99;
  private static final long MOST_OCTAL = (1L << 33) - 1;

  private TarStream() {}

  /// The tree below a folder of the host; links are left out.
  public static InputStream sending(Path folder) throws IOException {
    PipedInputStream in = new PipedInputStream(64 * 1024);
    PipedOutputStream out = new PipedOutputStream(in);
    Thread.ofVirtual()
        .name("sandbox-upload")
        .start(
            () -> {
              try (out;
                  Stream<Path> all = Files.walk(folder)) {
                for (Path path : all.filter(p -> !p.equals(folder)).toList()) {
                  send(folder, path, out);
                }
                out.write(new byte[2 * BLOCK]);
              } catch (IOException e) {
                return; // the archive ends in the middle, which the receiver reports
              }
            });
    return in;
  }

  private static void send(Path folder, Path path, OutputStream out) throws IOException {
    BasicFileAttributes facts =
        Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    byte[] name = folder.relativize(path).toString().getBytes(StandardCharsets.UTF_8);
    if (facts.isDirectory()) {
      head(out, name, '5', 0755, 0);
    } else if (facts.isRegularFile()) {
      head(out, name, '0', Files.isExecutable(path) ? 0755 : 0644, facts.size());
      long left = facts.size();
      try (InputStream content = Files.newInputStream(path, LinkOption.NOFOLLOW_LINKS)) {
        byte[] bytes = new byte[32 * 1024];
        while (left > 0) {
          int size = content.read(bytes, 0, (int) Math.min(bytes.length, left));
          if (size < 0) {
            throw new IOException(path + " became shorter while it was sent.");
          }
          out.write(bytes, 0, size);
          left -= size;
        }
      }
      pad(out, facts.size());
    }
  }

  private static void head(OutputStream out, byte[] name, char type, int mode, long size)
      throws IOException {
    if (size > MOST_OCTAL) {
      throw new IOException("A file of more than 8 GiB cannot be sent.");
    }
    if (name.length > LONGEST_SHORT_NAME) {
      block(out, "././@LongLink".getBytes(StandardCharsets.US_ASCII), 'L', 0644, name.length + 1);
      out.write(name);
      out.write(0);
      pad(out, name.length + 1L);
    }
    block(out, name, type, mode, size);
  }

  private static void block(OutputStream out, byte[] name, char type, int mode, long size)
      throws IOException {
    byte[] block = new byte[BLOCK];
    System.arraycopy(name, 0, block, 0, Math.min(name.length, LONGEST_SHORT_NAME));
    put(block, 100, "%07o".formatted(mode));
    put(block, 108, "0000000");
    put(block, 116, "0000000");
    put(block, 124, "%011o".formatted(size));
    put(block, 136, "00000000000");
    put(block, 148, "        ");
    block[156] = (byte) type;
    put(block, 257, "ustar  ");
    int sum = 0;
    for (byte each : block) {
      sum += each & 0xff;
    }
    put(block, 148, "%06o\0 ".formatted(sum));
    out.write(block);
  }

  private static void put(byte[] block, int at, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(bytes, 0, block, at, bytes.length);
  }

  private static void pad(OutputStream out, long size) throws IOException {
    out.write(new byte[(int) ((BLOCK - size % BLOCK) % BLOCK)]);
  }
}
