package dev.assay.sandbox.agent;

import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.Outcome;
import dev.assay.skill.sandbox.SandboxFailure;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Consumer;

/// What a command of the agent's writes, as it comes. It ends only when that command has ended
/// well: half of a file never passes for all of it.
final class FileStream extends InputStream {
  private final Command command;
  private final Channel channel;
  private final Consumer<Outcome> end;
  private byte[] current = new byte[0];
  private int at;
  private boolean ended;

  /// Waits for the first bytes, or for why there are none.
  ///
  /// @param end refuses how the command ended
  FileStream(Command command, Channel channel, Consumer<Outcome> end) {
    this.command = command;
    this.channel = channel;
    this.end = end;
    await();
  }

  @Override
  public int read() throws IOException {
    byte[] single = new byte[1];
    return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int from, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    await();
    if (ended) {
      return -1;
    }
    int part = Math.min(length, current.length - at);
    System.arraycopy(current, at, bytes, from, part);
    at += part;
    return part;
  }

  /// Returns when there are bytes, or when all have come.
  private void await() {
    while (!ended && at == current.length) {
      Channel.Message message = next();
      switch (message.kind()) {
        case 'O' -> {
          current = message.payload().array();
          at = 0;
        }
        case 'Z' -> {
          ended = true;
          channel.forget();
          end.accept(Job.outcome(message.payload().buffer(), command));
        }
        case '!' -> {
          ended = true;
          throw new SandboxFailure(
              ErrorCode.SANDBOX_GONE, "The sandbox ended while a file in it was read.");
        }
        default -> {} // it writes no errors, and the end of its output comes before its own
      }
    }
  }

  private Channel.Message next() {
    try {
      Channel.Message message = channel.take(Long.MAX_VALUE / 1_000_000);
      if (message == null) {
        throw new SandboxFailure(ErrorCode.SANDBOX_FAILED, "The sandbox no longer answers.");
      }
      return message;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      close();
      throw new SandboxFailure(ErrorCode.SANDBOX_FAILED, "Interrupted while reading a file.", e);
    }
  }

  @Override
  public void close() {
    if (ended) {
      return;
    }
    ended = true;
    try {
      channel.kill();
    } catch (SandboxFailure e) {
      if (e.code() != ErrorCode.SANDBOX_GONE) {
        throw e;
      }
    } finally {
      channel.forget();
    }
  }
}
