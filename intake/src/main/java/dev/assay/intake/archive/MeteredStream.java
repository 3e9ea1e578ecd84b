package dev.assay.intake.archive;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.IntConsumer;

/// Reports the size of each read. Closing it leaves the wrapped stream open.
final class MeteredStream extends FilterInputStream {
  private static final int SKIP = 8 * 1024;

  private final IntConsumer spend;

  MeteredStream(InputStream in, IntConsumer spend) {
    super(in);
    this.spend = spend;
  }

  @Override
  public int read() throws IOException {
    int value = super.read();
    if (value >= 0) {
      spend.accept(1);
    }
    return value;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    int count = super.read(buffer, offset, length);
    if (count > 0) {
      spend.accept(count);
    }
    return count;
  }

  /// Skips by reading, so that skipped bytes are reported, too.
  @Override
  public long skip(long count) throws IOException {
    byte[] buffer = new byte[Math.clamp(count, 0, SKIP)];
    return Math.max(0, read(buffer, 0, buffer.length));
  }

  @Override
  public boolean markSupported() {
    return false;
  }

  @Override
  public void close() {
    // the enclosing archive is still being read
  }
}
