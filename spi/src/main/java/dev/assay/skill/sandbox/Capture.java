package dev.assay.skill.sandbox;

import java.io.ByteArrayOutputStream;

/// Keeps the beginning and the end of a stream of any length.
public final class Capture {
  private final ByteArrayOutputStream head = new ByteArrayOutputStream();
  private final int headRoom;
  private final int tailRoom;
  private byte[] ring = new byte[0];
  private long total;

  public Capture(int limit) {
    this.headRoom = limit - limit / 2;
    this.tailRoom = limit / 2;
  }

  public void add(byte[] bytes) {
    int first = Math.min(bytes.length, headRoom - head.size());
    head.write(bytes, 0, first);
    int rest = bytes.length - first;
    if (rest > 0 && tailRoom > 0) {
      if (ring.length == 0) {
        ring = new byte[tailRoom];
      }
      int from = Math.max(first, bytes.length - tailRoom);
      long place = total + from - headRoom;
      for (int at = from; at < bytes.length; ) {
        int slot = (int) (place % tailRoom);
        int part = Math.min(bytes.length - at, tailRoom - slot);
        System.arraycopy(bytes, at, ring, slot, part);
        at += part;
        place += part;
      }
    }
    total += bytes.length;
  }

  public Output output() {
    long beyond = Math.max(0, total - headRoom);
    int kept = (int) Math.min(beyond, tailRoom);
    byte[] tail = new byte[kept];
    for (int at = 0; at < kept; at++) {
      tail[at] = ring[(int) ((beyond - kept + at) % tailRoom)];
    }
    return new Output(head.toByteArray(), tail, total);
  }
}
