package dev.assay.packages.fetch;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The body of an answer as a stream with a timeout for the next bytes.
final class PatientBody extends InputStream implements Flow.Subscriber<List<ByteBuffer>> {
  private final Duration patience;
  private final BlockingQueue<Piece> arrived = new LinkedBlockingQueue<>();
  private Flow.@Nullable Subscription subscription;
  private ByteBuffer current = ByteBuffer.allocate(0);
  private boolean ended;

  private sealed interface Piece {
    record Bytes(ByteBuffer buffer) implements Piece {}

    record More() implements Piece {}

    record End() implements Piece {}

    record Broken(Throwable cause) implements Piece {}
  }

  PatientBody(Duration patience) {
    this.patience = patience;
  }

  @Override
  public void onSubscribe(Flow.Subscription made) {
    synchronized (this) {
      subscription = made;
    }
    made.request(1);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    buffers.forEach(buffer -> arrived.add(new Piece.Bytes(buffer)));
    arrived.add(new Piece.More());
  }

  @Override
  public void onError(Throwable failure) {
    arrived.add(new Piece.Broken(failure));
  }

  @Override
  public void onComplete() {
    arrived.add(new Piece.End());
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
    while (!current.hasRemaining()) {
      if (ended) {
        return -1;
      }
      advance();
    }
    int part = Math.min(length, current.remaining());
    current.get(bytes, from, part);
    return part;
  }

  private void advance() throws IOException {
    try {
      Piece next = arrived.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
      switch (next) {
        case null ->
            throw new IOException("nothing more came within " + patience.toSeconds() + " s");
        case Piece.Bytes(ByteBuffer buffer) -> current = buffer;
        case Piece.More _ -> subscription().request(1);
        case Piece.End _ -> ended = true;
        case Piece.Broken(Throwable cause) ->
            throw new IOException("the connection broke off", cause);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private synchronized Flow.Subscription subscription() throws IOException {
    if (subscription == null) {
      throw new IOException("the answer has no body");
    }
    return subscription;
  }

  @Override
  public void close() {
    synchronized (this) {
      if (subscription != null) {
        subscription.cancel();
      }
    }
    ended = true;
  }
}
