package dev.assay.toolservice;

import dev.assay.skill.Digest;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;

/// A stream of an artifact's bytes with a check of their digest. The last piece is delivered only
/// after all bytes were checked, so a reader that counts never takes a damaged file for a complete
/// one.
final class CheckedStream extends InputStream {
  private static final int PIECE = 64 << 10;

  private final InputStream bytes;
  private final Artifact artifact;
  private final MessageDigest seen = Digest.sha256();
  private byte[] piece = new byte[0];
  private byte[] next = new byte[0];
  private int at;
  private long missing;
  private boolean begun;
  private boolean over;
  private boolean wrong;

  /// @param bytes the stored bytes to check
  CheckedStream(InputStream bytes, Artifact artifact) {
    this.bytes = bytes;
    this.artifact = artifact;
    this.missing = artifact.size();
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    requireRight();
    if (length == 0) {
      return 0;
    }
    if (at == piece.length && !advance()) {
      return -1;
    }
    int count = Math.min(length, piece.length - at);
    System.arraycopy(piece, at, buffer, offset, count);
    at += count;
    return count;
  }

  /// Moves to the next piece and returns false at the end. A piece is delivered only after the next
  /// one was read.
  private boolean advance() throws IOException {
    if (!begun) {
      begun = true;
      next = more();
    }
    piece = next;
    at = 0;
    if (piece.length == 0) {
      return false;
    }
    next = more();
    return true;
  }

  private byte[] more() throws IOException {
    if (over) {
      return new byte[0];
    }
    byte[] read = bytes.readNBytes(PIECE);
    seen.update(read);
    over = read.length < PIECE;
    missing -= read.length;
    wrong = missing < 0 || (over && !Digest.finish(seen).hex().equals(artifact.sha256()));
    requireRight();
    return read;
  }

  /// Fails if the digest was wrong, also for a reader that took the first failure for the end and
  /// reads on.
  private void requireRight() {
    if (wrong) {
      throw ArtifactStore.damaged(artifact);
    }
  }

  @Override
  public void close() throws IOException {
    bytes.close();
  }
}
