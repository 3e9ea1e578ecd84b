package dev.assay.agent.protocol;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/// The time of the last byte from a server.
public final class Pulse {
  private volatile long since = System.nanoTime();
  private volatile boolean begun;

  /// Starts the wait for the first byte, because a request goes out.
  void asked() {
    begun = false;
    since = System.nanoTime();
  }

  private void received() {
    since = System.nanoTime();
    begun = true;
  }

  boolean hasBegun() {
    return begun;
  }

  long silentNanos() {
    return System.nanoTime() - since;
  }

  /// A stream that notes every byte read from it.
  InputStream listeningTo(InputStream stream) {
    return new FilterInputStream(stream) {
      @Override
      public int read() throws IOException {
        int one = super.read();
        received();
        return one;
      }

      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        int count = super.read(bytes, offset, length);
        received();
        return count;
      }
    };
  }
}
