package dev.assay.skill.sandbox;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// The output of a command on one of its streams: all of it, or the beginning and the end.
public final class Output {
  private final byte[] head;
  private final byte[] tail;
  private final long total;

  public Output(byte[] head, byte[] tail, long total) {
    this.head = head.clone();
    this.tail = tail.clone();
    this.total = total;
  }

  /// The number of bytes that were written, kept or not.
  public long total() {
    return total;
  }

  /// The number of bytes in the middle that were not kept.
  public long cut() {
    return total - head.length - tail.length;
  }

  /// The kept bytes, the beginning and the end put together.
  public byte[] bytes() {
    ByteArrayOutputStream all = new ByteArrayOutputStream(head.length + tail.length);
    all.writeBytes(head);
    all.writeBytes(tail);
    return all.toByteArray();
  }

  /// The kept bytes as text, with a line in the middle that states the cut.
  public String text() {
    if (cut() == 0) {
      return new String(bytes(), StandardCharsets.UTF_8);
    }
    return new String(head, StandardCharsets.UTF_8)
        + "\n[... "
        + cut()
        + " bytes cut ...]\n"
        + new String(tail, StandardCharsets.UTF_8);
  }

  @Override
  public String toString() {
    return text();
  }
}
