package dev.assay.sandbox.docker;

import java.io.IOException;
import java.io.InputStream;

/// A body that comes in chunks.
final class ChunkedInput extends InputStream {
  private final InputStream in;
  private long left;
  private boolean first = true;
  private boolean ended;

  ChunkedInput(InputStream in) {
    this.in = in;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int from, int length) throws IOException {
    if (left == 0 && !ended) {
      if (!first) {
        String _ = DockerSocket.line(in);
      }
      first = false;
      left = Long.parseLong(DockerSocket.line(in).split(";", 2)[0].strip(), 16);
      ended = left == 0;
    }
    if (ended || length == 0) {
      return ended ? -1 : 0;
    }
    int size = in.read(bytes, from, (int) Math.min(length, left));
    if (size < 0) {
      throw new IOException("the daemon's answer stopped in the middle");
    }
    left -= size;
    return size;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
