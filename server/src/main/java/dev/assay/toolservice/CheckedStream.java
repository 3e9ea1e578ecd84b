package dev.assay.toolservice;

import dev.assay.skill.Digest;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;

/// Bytes as they were kept: whoever reads to the end gets an error instead of a damaged file.
final class CheckedStream extends FilterInputStream {
  private final String expected;
  private final MessageDigest seen = Digest.sha256();
  private boolean over;

  CheckedStream(InputStream bytes, String sha256) {
    super(bytes);
    this.expected = sha256;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    int count = super.read(buffer, offset, length);
    if (count > 0) {
      seen.update(buffer, offset, count);
    } else if (count < 0 && !over) {
      over = true;
      if (!Digest.finish(seen).hex().equals(expected)) {
        throw new IOException("The stored bytes of an artifact are not those that were kept.");
      }
    }
    return count;
  }

  @Override
  public long skip(long count) throws IOException {
    return readNBytes((int) Math.min(count, 1 << 16)).length;
  }

  @Override
  public boolean markSupported() {
    return false;
  }
}
