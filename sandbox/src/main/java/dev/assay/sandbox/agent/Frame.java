package dev.assay.sandbox.agent;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

/// One message: `u32 channel, u8 kind, u32 length, payload`. The kinds are listed in the helper's
/// `agent.h`.
final class Frame {
  static final int MOST = 1 << 20;

  private final int channel;
  private final char kind;
  private final byte[] payload;

  private Frame(int channel, char kind, byte[] payload) {
    this.channel = channel;
    this.kind = kind;
    this.payload = payload;
  }

  static Frame read(DataInputStream in) throws IOException {
    int channel = in.readInt();
    char kind = (char) in.readUnsignedByte();
    int length = in.readInt();
    if (length < 0 || length > MOST) {
      throw new IOException("The agent sent a frame of " + length + " bytes.");
    }
    byte[] payload = new byte[length];
    in.readFully(payload);
    return new Frame(channel, kind, payload);
  }

  static byte[] bytes(int channel, char kind, byte[] payload, int from, int length) {
    return ByteBuffer.allocate(9 + length)
        .putInt(channel)
        .put((byte) kind)
        .putInt(length)
        .put(payload, from, length)
        .array();
  }

  static byte[] bytes(int channel, char kind, byte[] payload) {
    return bytes(channel, kind, payload, 0, payload.length);
  }

  int channel() {
    return channel;
  }

  char kind() {
    return kind;
  }

  byte[] payload() {
    return payload;
  }

  int number() {
    return ByteBuffer.wrap(payload).getInt();
  }
}
