package dev.assay.storage.gcs;

import dev.assay.storage.objects.BrokenOffException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/// Sends requests, all of which can be repeated. A request is repeated after a temporary refusal or
/// a broken connection, and ended when no byte moves any more. It is never redirected, because a
/// redirect would carry the token along.
final class Requests implements AutoCloseable {
  private static final int ATTEMPTS = 4;
  private static final Set<Integer> FOR_THE_MOMENT = Set.of(408, 429, 500, 502, 503, 504);
  private static final Duration TO_CONNECT = Duration.ofSeconds(5);
  private static final Duration OF_SILENCE = Duration.ofSeconds(30);
  private static final Duration FIRST_WAIT = Duration.ofMillis(200);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);
  private static final long MOST_TEXT = 1 << 20;

  private final HttpClient client =
      HttpClient.newBuilder()
          .connectTimeout(TO_CONNECT)
          .followRedirects(HttpClient.Redirect.NEVER)
          .version(HttpClient.Version.HTTP_1_1)
          .build();

  Answer send(Supplier<HttpRequest.Builder> request) throws IOException {
    return send(request, Optional.empty());
  }

  /// @param sink receives the body of a successful answer
  Answer send(Supplier<HttpRequest.Builder> request, Optional<OutputStream> sink)
      throws IOException {
    for (int attempt = 1; ; attempt++) {
      Progress progress = new Progress();
      HttpRequest.Builder builder = request.get();
      Duration wait = FIRST_WAIT.multipliedBy(1L << (attempt - 1));
      try {
        HttpResponse<String> response = once(builder, progress, sink);
        if (!FOR_THE_MOMENT.contains(response.statusCode()) || attempt == ATTEMPTS) {
          return new Answer(response.statusCode(), response.body());
        }
        wait = retryAfter(response.headers()).orElse(wait);
      } catch (InterruptedIOException | BrokenOffException e) {
        throw e;
      } catch (IOException e) {
        if (attempt == ATTEMPTS || e instanceof FullException) {
          throw e;
        }
      }
      pause(wait);
    }
  }

  private HttpResponse<String> once(
      HttpRequest.Builder builder, Progress progress, Optional<OutputStream> sink)
      throws IOException {
    HttpRequest plain = builder.build();
    HttpRequest request =
        HttpRequest.newBuilder(plain, (_, _) -> true)
            .method(
                plain.method(),
                plain
                    .bodyPublisher()
                    .map(progress::watch)
                    .orElseGet(HttpRequest.BodyPublishers::noBody))
            .build();
    AtomicReference<Optional<IOException>> full = new AtomicReference<>(Optional.empty());
    CompletableFuture<HttpResponse<String>> answer =
        client.sendAsync(
            request,
            facts -> {
              progress.note();
              return facts.statusCode() == 200 && sink.isPresent()
                  ? into(sink.get(), progress, full)
                  : BodySubscribers.limiting(
                      BodySubscribers.ofString(StandardCharsets.UTF_8), MOST_TEXT);
            });
    try {
      return await(answer, progress);
    } catch (IOException e) {
      if (full.get().isPresent()) {
        throw new FullException(full.get().get());
      }
      if (progress.received() && !(e instanceof InterruptedIOException)) {
        throw new BrokenOffException("its answer broke off: " + words(e, plain.uri()), e);
      }
      throw e instanceof InterruptedIOException ? e : new IOException(words(e, plain.uri()), e);
    }
  }

  private static HttpResponse.BodySubscriber<String> into(
      OutputStream sink, Progress progress, AtomicReference<Optional<IOException>> full) {
    return BodySubscribers.mapping(
        BodySubscribers.ofByteArrayConsumer(
            bytes -> {
              progress.receive();
              try {
                sink.write(bytes.orElse(new byte[0]));
              } catch (IOException e) {
                full.set(Optional.of(e));
                throw new UncheckedIOException(e);
              }
            }),
        _ -> "");
  }

  private static HttpResponse<String> await(
      CompletableFuture<HttpResponse<String>> answer, Progress progress) throws IOException {
    while (true) {
      try {
        return answer.get(1, TimeUnit.SECONDS);
      } catch (TimeoutException e) {
        if (progress.silence().compareTo(OF_SILENCE) > 0) {
          answer.cancel(true);
          throw new HttpTimeoutException(
              "nothing came for %d seconds".formatted(OF_SILENCE.toSeconds()));
        }
      } catch (InterruptedException e) {
        answer.cancel(true);
        throw interrupted(e);
      } catch (ExecutionException e) {
        throw e.getCause() instanceof IOException cause
            ? cause
            : new IOException(String.valueOf(e.getCause()), e);
      }
    }
  }

  private static String words(IOException e, URI address) {
    String host = address.getScheme() + "://" + address.getAuthority();
    if (e instanceof ConnectException) { // has no message
      return "there is no connection to " + host;
    }
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }

  private static Optional<Duration> retryAfter(HttpHeaders headers) {
    return headers
        .firstValue("Retry-After")
        .filter(text -> text.matches("\\d{1,6}"))
        .map(text -> Duration.ofSeconds(Long.parseLong(text)))
        .map(time -> time.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : time);
  }

  /// Pauses before a retry. The pause is random, so that several servers that were refused at once
  /// do not return at once.
  private static void pause(Duration wait) throws IOException {
    try {
      Thread.sleep(wait.plusMillis(ThreadLocalRandom.current().nextLong(wait.toMillis() / 2 + 1)));
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static InterruptedIOException interrupted(InterruptedException cause) {
    InterruptedIOException interrupted = new InterruptedIOException("interrupted");
    interrupted.initCause(cause);
    return interrupted;
  }

  @Override
  public void close() {
    client.shutdownNow();
  }

  /// The sink accepts no more bytes, which another attempt would not change.
  private static final class FullException extends IOException {
    FullException(IOException cause) {
      super(cause.getMessage(), cause);
    }
  }
}
