package dev.assay.sandbox.agent;

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

/// A tree of the host as one stream: `TYPE MODE SIZE PATH-LENGTH\n`, the path, the bytes, for each
/// entry.
final class TreeStream {
  private TreeStream() {}

  /// The tree below a folder of the host; links are left out.
  static InputStream sending(Path folder) throws IOException {
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
              } catch (IOException e) {
                return; // the stream ends in the middle, and the other side says so
              }
            });
    return in;
  }

  private static void send(Path folder, Path path, OutputStream out) throws IOException {
    BasicFileAttributes facts =
        Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    byte[] name = folder.relativize(path).toString().getBytes(StandardCharsets.UTF_8);
    if (facts.isDirectory()) {
      out.write(("d 755 0 " + name.length + "\n").getBytes(StandardCharsets.US_ASCII));
      out.write(name);
    } else if (facts.isRegularFile()) {
      String mode = Files.isExecutable(path) ? "755" : "644";
      out.write(
          ("f " + mode + " " + facts.size() + " " + name.length + "\n")
              .getBytes(StandardCharsets.US_ASCII));
      out.write(name);
      try (InputStream content = Files.newInputStream(path, LinkOption.NOFOLLOW_LINKS)) {
        long left = facts.size();
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
    }
  }
}
