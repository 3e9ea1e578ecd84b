package dev.assay.sandbox.local;

import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.OutputListener;
import dev.assay.skill.sandbox.SandboxFailure;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A tree as one stream: `TYPE MODE SIZE PATH-LENGTH\n`, the path, the bytes, for each entry.
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

  /// Writes a tree that comes from inside into a new folder of the host. Nothing in it is trusted:
  /// only files and folders are made, only below the folder, never through a link.
  static final class Receiver implements OutputListener {
    private final Path root;
    private final List<String> leftOut = new ArrayList<>();
    private final ByteArrayOutputStream header = new ByteArrayOutputStream();
    private @Nullable OutputStream file;
    private char type;
    private long bodyLeft;
    private int nameLeft = -1;
    private long size;

    Receiver(Path root) {
      this.root = root.toAbsolutePath().normalize();
      try {
        Files.createDirectory(this.root);
      } catch (IOException e) {
        throw new SandboxFailure(
            ErrorCode.SANDBOX_FAILED, "The folder " + root + " must be new: " + e, e);
      }
    }

    @Override
    public void stderr(byte[] bytes) {}

    @Override
    public void stdout(byte[] bytes) {
      try {
        int at = 0;
        while (at < bytes.length) {
          if (bodyLeft > 0) {
            int part = (int) Math.min(bodyLeft, bytes.length - at);
            body(bytes, at, part);
            at += part;
          } else {
            at = head(bytes, at);
          }
        }
      } catch (IOException e) {
        throw new SandboxFailure(ErrorCode.SANDBOX_FAILED, "The download stopped: " + e, e);
      }
    }

    private void body(byte[] bytes, int from, int length) throws IOException {
      OutputStream open = file;
      if (open != null) {
        open.write(bytes, from, length);
      }
      bodyLeft -= length;
      if (bodyLeft == 0) {
        shut();
      }
    }

    private int head(byte[] bytes, int from) throws IOException {
      int at = from;
      while (at < bytes.length && nameLeft < 0) {
        byte next = bytes[at++];
        if (next == '\n') {
          String[] words = header.toString(StandardCharsets.US_ASCII).split(" ", -1);
          type = words[0].charAt(0);
          size = Long.parseLong(words[2]);
          nameLeft = Integer.parseInt(words[3]);
          header.reset();
        } else {
          header.write(next);
        }
      }
      int part = Math.min(Math.max(nameLeft, 0), bytes.length - at);
      header.write(bytes, at, part);
      nameLeft -= part;
      if (nameLeft == 0) {
        begin(header.toString(StandardCharsets.UTF_8));
        header.reset();
        nameLeft = -1;
      }
      return at + part;
    }

    private void begin(String name) throws IOException {
      bodyLeft = size;
      Path path = root.resolve(name).normalize();
      boolean inside = path.startsWith(root) && !path.equals(root);
      if (type == 'd' && inside) {
        Files.createDirectory(path);
      } else if (type == 'f' && inside) {
        file = Files.newOutputStream(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        if (size == 0) {
          shut();
        }
      } else {
        leftOut.add(name);
      }
    }

    private void shut() throws IOException {
      OutputStream open = file;
      file = null;
      if (open != null) {
        open.close();
      }
    }

    List<String> finish() {
      try {
        shut();
        return List.copyOf(leftOut);
      } catch (IOException e) {
        throw new SandboxFailure(ErrorCode.SANDBOX_FAILED, "The download stopped: " + e, e);
      }
    }
  }
}
