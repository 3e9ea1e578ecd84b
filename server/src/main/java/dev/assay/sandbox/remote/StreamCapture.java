package dev.assay.sandbox.remote;

import dev.assay.skill.sandbox.Output;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/// The first and the last bytes of a stream.
final class StreamCapture {
  private final ByteArrayOutputStream head = new ByteArrayOutputStream();
  private final int headRoom;
  private final int tailRoom;
  private byte[] tail = new byte[0];
  private int used;
  private long total;

  StreamCapture(int limit) {
    this.headRoom = limit - limit / 2;
    this.tailRoom = limit / 2;
  }

  void add(byte[] bytes) {
    int first = Math.min(bytes.length, headRoom - head.size());
    head.write(bytes, 0, first);
    total += bytes.length;
    int rest = bytes.length - first;
    if (rest == 0 || tailRoom == 0) {
      return;
    }
    if (used + rest > tail.length) { // twice the room: most of the time nothing has to move
      int keep = Math.min(used, tailRoom);
      byte[] larger = new byte[Math.max(2 * tailRoom, keep + rest)];
      System.arraycopy(tail, used - keep, larger, 0, keep);
      tail = larger;
      used = keep;
    }
    System.arraycopy(bytes, first, tail, used, rest);
    used += rest;
  }

  Output output(long written) {
    int keep = Math.min(used, tailRoom);
    return new Output(
        head.toByteArray(), Arrays.copyOfRange(tail, used - keep, used), Math.max(total, written));
  }
}
