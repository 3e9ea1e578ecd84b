package dev.assay.sandbox.docker;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/// The standard output of an attached container: the daemon puts it into frames, each with its
/// stream and length.
final class OutputFrames extends InputStream {
  private static final int STDOUT = 1;

  private final DataInputStream in;
  private int left;

  OutputFrames(InputStream in) {
    this.in = new DataInputStream(in);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int from, int length) throws IOException {
    try {
      while (left == 0) {
        int stream = in.readInt() >>> 24;
        int size = in.readInt();
        if (stream == STDOUT) {
          left = size;
        } else {
          in.skipNBytes(size);
        }
      }
    } catch (EOFException e) {
      return -1;
    }
    int size = in.read(bytes, from, Math.min(length, left));
    left -= Math.max(0, size);
    return size;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
