package dev.assay.sandbox.agent;

import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.PortConnection;
import dev.assay.skill.sandbox.SandboxFailure;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/// A stream to or from a socket inside.
public final class AgentConnection implements PortConnection {
  private final Channel channel;
  private final OutputStream output;
  private final InputStream input = new ChannelInput();
  private boolean closed;

  public AgentConnection(Channel channel) {
    this.channel = channel;
    this.output = channel.output();
  }

  @Override
  public InputStream input() {
    return input;
  }

  @Override
  public OutputStream output() {
    return output;
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      channel.kill();
    } catch (SandboxFailure e) {
      if (e.code() != ErrorCode.SANDBOX_GONE) {
        throw e;
      }
    }
    channel.forget();
  }

  private final class ChannelInput extends InputStream {
    private byte[] current = new byte[0];
    private int at;
    private boolean ended;

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
      while (at == current.length) {
        if (ended || !next()) {
          ended = true;
          return -1;
        }
      }
      int part = Math.min(length, current.length - at);
      System.arraycopy(current, at, bytes, from, part);
      at += part;
      return part;
    }

    private boolean next() throws IOException {
      try {
        Channel.Message message = channel.take(Long.MAX_VALUE / 1_000_000);
        if (message == null || message.kind() != 'O') {
          return false;
        }
        current = message.payload().array();
        at = 0;
        return true;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("Interrupted while reading from the sandbox.", e);
      }
    }
  }
}
