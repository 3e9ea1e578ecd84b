package dev.assay.toolservice;

import dev.assay.skill.sandbox.OutputListener;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;

/// The end of a command's output, in a bounded buffer that is filled as it arrives.
final class OutputRing implements OutputListener {
  /// The size of the buffer of each stream.
  static final int SIZE = 1 << 20;

  /// The part of each stream that is written down while the command runs.
  private static final int SHOWN = 1 << 16;

  private final Clock clock;
  private final Optional<byte[]> pattern;
  private final Tail out = new Tail();
  private final Tail err = new Tail();
  private Instant last = Instant.EPOCH;
  private boolean changed;
  private boolean ready;

  /// @param readyPattern a text to wait for
  OutputRing(Clock clock, Optional<String> readyPattern) {
    this.clock = clock;
    this.pattern = readyPattern.map(text -> text.getBytes(StandardCharsets.UTF_8));
    this.ready = readyPattern.isEmpty();
  }

  @Override
  public void stdout(byte[] bytes) {
    add(out, bytes);
  }

  @Override
  public void stderr(byte[] bytes) {
    add(err, bytes);
  }

  private synchronized void add(Tail tail, byte[] bytes) {
    tail.add(bytes);
    last = clock.instant();
    changed = true;
    ready = ready || pattern.filter(text -> tail.endsWith(text, bytes.length)).isPresent();
  }

  /// Says whether the text was written; true if there is none to wait for.
  synchronized boolean isReady() {
    return ready;
  }

  synchronized Instant last() {
    return last;
  }

  /// The new output since the last call.
  synchronized Optional<ToolRun.Printed> news() {
    if (!changed) {
      return Optional.empty();
    }
    changed = false;
    return Optional.of(printed(SHOWN));
  }

  synchronized ToolRun.Printed all() {
    return printed(SIZE);
  }

  private ToolRun.Printed printed(int most) {
    return new ToolRun.Printed(out.text(most), err.text(most), out.total, err.total);
  }

  /// The end of one stream: a buffer that grows to the bound and then overwrites its oldest bytes.
  private static final class Tail {
    private byte[] buffer = new byte[1 << 12];
    private long total;

    void add(byte[] bytes) {
      grow(total + bytes.length);
      int from = Math.max(0, bytes.length - SIZE);
      for (int i = from; i < bytes.length; i++) {
        buffer[(int) ((total + i) % SIZE)] = bytes[i];
      }
      total += bytes.length;
    }

    private void grow(long wanted) {
      int size = buffer.length;
      while (size < SIZE && size < wanted) {
        size *= 2;
      }
      if (size > buffer.length) {
        buffer = java.util.Arrays.copyOf(buffer, size);
      }
    }

    /// Says whether the last bytes contain a text that ends in the fresh ones.
    boolean endsWith(byte[] text, int fresh) {
      byte[] end = bytes(Math.min(SIZE, fresh + text.length - 1));
      for (int at = 0; at + text.length <= end.length; at++) {
        if (java.util.Arrays.equals(end, at, at + text.length, text, 0, text.length)) {
          return true;
        }
      }
      return false;
    }

    String text(int most) {
      return new String(bytes(most), StandardCharsets.UTF_8);
    }

    private byte[] bytes(int most) {
      int length = (int) Math.min(Math.min(total, SIZE), most);
      byte[] end = new byte[length];
      for (int i = 0; i < length; i++) {
        end[i] = buffer[(int) ((total - length + i) % SIZE)];
      }
      return end;
    }
  }
}
