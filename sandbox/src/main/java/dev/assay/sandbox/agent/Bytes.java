package dev.assay.sandbox.agent;

import java.nio.ByteBuffer;

/// Bytes that are handed over: whoever holds them may keep the array.
public final class Bytes {
  private final byte[] array;

  Bytes(byte[] array) {
    this.array = array;
  }

  public byte[] array() {
    return array;
  }

  public int length() {
    return array.length;
  }

  public ByteBuffer buffer() {
    return ByteBuffer.wrap(array);
  }
}
