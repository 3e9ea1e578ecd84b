package dev.assay.skill.sandbox;

import java.io.InputStream;

/// A stream over a long part of a file, fetched piece by piece.
final class FileParts extends InputStream {
  private static final int PIECE = 8 << 20;

  /// Reads a part of a file.
  interface Source {
    byte[] read(String path, long offset, long length);
  }

  private final Source source;
  private final String path;
  private long offset;
  private long left;
  private byte[] piece = new byte[0];
  private int at;

  FileParts(Source source, String path, long offset, long length) {
    this.source = source;
    this.path = path;
    this.offset = offset;
    this.left = length;
  }

  @Override
  public int read() {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int from, int length) {
    if (at == piece.length) {
      piece = left == 0 ? new byte[0] : source.read(path, offset, Math.min(PIECE, left));
      at = 0;
      offset += piece.length;
      left = piece.length == 0 ? 0 : left - piece.length;
      if (piece.length == 0) {
        return -1;
      }
    }
    int size = Math.min(length, piece.length - at);
    System.arraycopy(piece, at, target, from, size);
    at += size;
    return size;
  }
}
