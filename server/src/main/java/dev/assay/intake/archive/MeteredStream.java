package dev.assay.intake.archive;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.IntConsumer;

/// Reports each read, and leaves the stream below open.
final class MeteredStream extends FilterInputStream {
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

  @Override
  public boolean markSupported() {
    return false;
  }

  @Override
  public void close() {
    // the archive around it goes on
  }
}
