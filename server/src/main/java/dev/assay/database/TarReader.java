package dev.assay.database;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/// Reads the kind of tar that PostgreSQL comes in: short names; files, folders and symbolic links.
final class TarReader {
  private static final int BLOCK = 512;
  private static final int EXECUTABLE = 0111;

  private final InputStream in;

  TarReader(InputStream in) {
    this.in = in;
  }

  void unpack(Path folder) throws IOException {
    for (byte[] header = in.readNBytes(BLOCK);
        header.length == BLOCK && header[0] != 0;
        header = in.readNBytes(BLOCK)) {
      Path target = folder.resolve(text(header, 0, 100)).normalize();
      if (!target.startsWith(folder)) {
        throw new IOException("An entry of the archive leads out of it: " + target);
      }
      Files.createDirectories(target.getParent());
      switch (header[156]) {
        case '0', 0 -> write(target, number(header, 124, 12), (int) number(header, 100, 8));
        case '2' -> Files.createSymbolicLink(target, Path.of(text(header, 157, 100)));
        case '5' -> Files.createDirectories(target);
        default ->
            throw new IOException("An entry of the archive is of an unknown kind: " + target);
      }
    }
  }

  private void write(Path target, long size, int mode) throws IOException {
    byte[] buffer = new byte[1 << 16];
    try (OutputStream out = Files.newOutputStream(target)) {
      for (long left = size; left > 0; ) {
        int count = in.read(buffer, 0, (int) Math.min(buffer.length, left));
        if (count < 0) {
          throw new EOFException("The archive ends in the middle of " + target);
        }
        out.write(buffer, 0, count);
        left -= count;
      }
    }
    in.skipNBytes((BLOCK - size % BLOCK) % BLOCK);
    if ((mode & EXECUTABLE) != 0) {
      Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  private static String text(byte[] header, int from, int length) {
    int end = from;
    while (end < from + length && header[end] != 0) {
      end++;
    }
    return new String(header, from, end - from, StandardCharsets.UTF_8);
  }

  private static long number(byte[] header, int from, int length) {
    return Long.parseLong(text(header, from, length).strip(), 8);
  }
}
