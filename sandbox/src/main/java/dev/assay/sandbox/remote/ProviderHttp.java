package dev.assay.sandbox.remote;

import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.SandboxFailure;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/// Requests to a provider: counted, repeated where that is safe, never redirected, because a
/// redirect would take the key along.
///
/// A refusal for now (429, or 503 with a time to wait) is repeated always: nothing was done. Other
/// failures of the server and broken connections are repeated for requests that may be done twice.
public final class ProviderHttp {
  private static final int ATTEMPTS = 4;
  private static final long MOST_JSON = 96L << 20;
  private static final Duration FIRST_WAIT = Duration.ofMillis(250);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

  /// Whether a request may reach the provider twice.
  public enum Repeat {
    SAFE,
    UNSAFE
  }

  /// A whole answer.
  public static final class Answer {
    private final int status;
    private final HttpHeaders headers;
    private final byte[] body;

    public Answer(int status, HttpHeaders headers, byte[] body) {
      this.status = status;
      this.headers = headers;
      this.body = body.clone();
    }

    public int status() {
      return status;
    }

    public HttpHeaders headers() {
      return headers;
    }

    public byte[] body() {
      return body.clone();
    }
  }

  private final String provider;
  private final HttpClient client;
  private final Timing timing;
  private final Pause pause;
  private final AtomicLong calls = new AtomicLong();

  public ProviderHttp(String provider, URI address, Timing timing, Pause pause) {
    this.provider = provider;
    this.timing = timing;
    this.pause = pause;
    boolean secure = "https".equalsIgnoreCase(address.getScheme());
    this.client =
        HttpClient.newBuilder()
            .connectTimeout(timing.connect())
            .followRedirects(HttpClient.Redirect.NEVER)
            .version(secure ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1)
            .build();
  }

  /// How many requests were sent so far.
  public long calls() {
    return calls.get();
  }

  public Timing timing() {
    return timing;
  }

  public Pause pause() {
    return pause;
  }

  /// Sends a request and reads the whole answer, whatever its status is.
  public Answer ask(Supplier<HttpRequest.Builder> request, Repeat repeat) {
    return ask(() -> request.get().timeout(timing.answer()), repeat, MOST_JSON);
  }

  /// The same for answers that take as long as a command does; the request has its own time limit.
  public Answer askPatiently(Supplier<HttpRequest.Builder> request, Repeat repeat) {
    return ask(request, repeat, MOST_JSON);
  }

  private Answer ask(Supplier<HttpRequest.Builder> request, Repeat repeat, long most) {
    for (int attempt = 1; ; attempt++) {
      try {
        HttpResponse<InputStream> response = send(request.get().build());
        byte[] body;
        try (InputStream stream = response.body()) {
          body = stream.readNBytes((int) most);
          if (stream.read() >= 0) {
            throw new IOException("the answer is longer than " + most + " bytes");
          }
        }
        Optional<Duration> wait = retry(response, repeat);
        if (wait.isEmpty() || attempt == ATTEMPTS) {
          return new Answer(response.statusCode(), response.headers(), body);
        }
        pause.hold(wait.get());
      } catch (IOException e) {
        if (repeat == Repeat.UNSAFE || attempt == ATTEMPTS) {
          throw unreachable(e);
        }
        pause.hold(FIRST_WAIT.multipliedBy(1L << attempt));
      }
    }
  }

  /// Sends a request once and leaves the body to the caller, who closes it.
  public HttpResponse<InputStream> open(HttpRequest request) {
    try {
      return send(request);
    } catch (IOException e) {
      throw unreachable(e);
    }
  }

  private HttpResponse<InputStream> send(HttpRequest request) throws IOException {
    calls.incrementAndGet();
    try {
      return client.send(request, HttpResponse.BodyHandlers.ofInputStream());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SandboxFailure(
          ErrorCode.SANDBOX_FAILED, "Interrupted while " + provider + " was asked.", e);
    }
  }

  private SandboxFailure unreachable(IOException e) {
    return new SandboxFailure(
        ErrorCode.SANDBOX_UNAVAILABLE,
        "%s does not answer (%s). Check its address and the network of this server, and try again."
            .formatted(provider, e),
        e);
  }

  private static Optional<Duration> retry(HttpResponse<?> response, Repeat repeat) {
    int status = response.statusCode();
    Optional<Duration> asked = retryAfter(response.headers());
    if (status == 429 || (status == 503 && asked.isPresent())) {
      return Optional.of(asked.orElse(FIRST_WAIT.multipliedBy(4)));
    }
    return status >= 500 && status != 501 && status != 507 && repeat == Repeat.SAFE
        ? Optional.of(FIRST_WAIT)
        : Optional.empty();
  }

  /// `Retry-After`, or one of the kind that names what was too much: `Retry-After-Sandbox-Create`.
  static Optional<Duration> retryAfter(HttpHeaders headers) {
    for (Map.Entry<String, List<String>> header : headers.map().entrySet()) {
      if (header.getKey().toLowerCase(Locale.ROOT).startsWith("retry-after")) {
        try {
          double seconds = Double.parseDouble(header.getValue().getFirst().strip());
          long millis = Math.round(Math.max(0, seconds) * 1000);
          return Optional.of(Duration.ofMillis(Math.min(millis, LONGEST_WAIT.toMillis())));
        } catch (NumberFormatException e) {
          return Optional.of(FIRST_WAIT.multipliedBy(4)); // a date: rarely, and never far away
        }
      }
    }
    return Optional.empty();
  }
}
