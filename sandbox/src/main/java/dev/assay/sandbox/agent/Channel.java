package dev.assay.sandbox.agent;

import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.SandboxFailure;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// One command or connection. What comes from the agent waits here until somebody takes it; the
/// agent sends no more than [#WINDOW] bytes ahead.
public final class Channel {
  static final int WINDOW = 256 * 1024;

  private final AgentLink link;
  private final int id;
  private final BlockingQueue<Message> waiting = new LinkedBlockingQueue<>();
  private final Semaphore room = new Semaphore(WINDOW);
  private int taken;

  Channel(AgentLink link, int id) {
    this.link = link;
    this.id = id;
  }

  /// Something the agent said on this channel; `O` output, `E` error output, `F` end of output, `D`
  /// answer to a dial, `Z` the end, `!` the link is lost.
  public record Message(char kind, Bytes payload) {}

  int id() {
    return id;
  }

  void arrived(Frame frame) {
    if (frame.kind() == 'W') {
      room.release(frame.number());
    } else {
      waiting.add(new Message(frame.kind(), new Bytes(frame.payload())));
    }
  }

  void lost() {
    waiting.add(new Message('!', new Bytes(new byte[0])));
    room.release(WINDOW);
  }

  /// The next message, or null if none came in time. Output that was taken makes room for more.
  public @Nullable Message take(long millis) throws InterruptedException {
    Message message = waiting.poll(millis, TimeUnit.MILLISECONDS);
    if (message != null && (message.kind() == 'O' || message.kind() == 'E')) {
      taken += message.payload().length();
      if (taken >= WINDOW / 4) {
        link.sendNumber(id, 'W', taken);
        taken = 0;
      }
    }
    return message;
  }

  public void kill() {
    link.send(id, 'K', new byte[0]);
  }

  public void endInput() {
    link.send(id, 'F', new byte[0]);
  }

  /// The agent forgets a channel after its last frame; so do we.
  public void forget() {
    link.forget(this);
  }

  /// Writes to the command's stdin or the connection; blocks while the other side has no room.
  public OutputStream output() {
    return new OutputStream() {
      private boolean closed;

      @Override
      public void write(int single) throws IOException {
        write(new byte[] {(byte) single}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int from, int length) throws IOException {
        int at = from;
        while (at < from + length) {
          int part = Math.min(from + length - at, 32 * 1024);
          try {
            room.acquire(part);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("Interrupted while writing into the sandbox.", e);
          }
          try {
            link.send(id, 'I', Arrays.copyOfRange(bytes, at, at + part));
          } catch (SandboxFailure e) {
            throw new IOException(e.reason(), e);
          }
          at += part;
        }
      }

      @Override
      public void close() {
        if (!closed) {
          closed = true;
          try {
            endInput();
          } catch (SandboxFailure e) {
            if (e.code() != ErrorCode.SANDBOX_GONE) {
              throw e;
            }
          }
        }
      }
    };
  }
}
