package dev.assay.storage.gcs;

import java.net.http.HttpRequest;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.Flow;

/// The time of the last byte of a request or its answer. A file may take any time as long as bytes
/// move.
final class Progress {
  private volatile long last = System.nanoTime();
  private volatile boolean received;

  void note() {
    last = System.nanoTime();
  }

  void receive() {
    note();
    received = true;
  }

  /// Says whether any byte of the body came.
  boolean received() {
    return received;
  }

  Duration silence() {
    return Duration.ofNanos(System.nanoTime() - last);
  }

  HttpRequest.BodyPublisher watch(HttpRequest.BodyPublisher body) {
    return new HttpRequest.BodyPublisher() {
      @Override
      public long contentLength() {
        return body.contentLength();
      }

      @Override
      public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
        body.subscribe(new Watching(subscriber));
      }
    };
  }

  private final class Watching implements Flow.Subscriber<ByteBuffer> {
    private final Flow.Subscriber<? super ByteBuffer> subscriber;

    Watching(Flow.Subscriber<? super ByteBuffer> subscriber) {
      this.subscriber = subscriber;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      subscriber.onSubscribe(subscription);
    }

    @Override
    public void onNext(ByteBuffer bytes) {
      note();
      subscriber.onNext(bytes);
    }

    @Override
    public void onError(Throwable failure) {
      subscriber.onError(failure);
    }

    @Override
    public void onComplete() {
      subscriber.onComplete();
    }
  }
}
