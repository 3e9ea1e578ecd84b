package dev.assay.agent.protocol;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/// Ends with an error beyond a limit that no useful answer reaches.
final class BoundedStream extends FilterInputStream {
  private long left;

  BoundedStream(InputStream stream, long most) {
    super(stream);
    left = most;
  }

  @Override
  public int read() throws IOException {
    int one = super.read();
    count(one < 0 ? 0 : 1);
    return one;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int read = super.read(bytes, offset, length);
    count(Math.max(read, 0));
    return read;
  }

  private void count(int read) throws IOException {
    left -= read;
    if (left < 0) {
      throw new IOException("the answer is longer than anybody could read");
    }
  }
}
