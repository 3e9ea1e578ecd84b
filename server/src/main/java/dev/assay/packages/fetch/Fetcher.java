package dev.assay.packages.fetch;

import dev.assay.packages.fetch.Reply.Failed;
import dev.assay.packages.fetch.Reply.Failure;
import dev.assay.skill.Secret;
import dev.assay.skill.Trust;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Flow;
import java.util.function.Consumer;

/// Asks indexes. Thread-safe; holds the connections to them.
public final class Fetcher implements AutoCloseable {
  /// The setting that names further authorities.
  public static final String CERTIFICATES = "assay.packages.certificates";

  private static final int MOST_REDIRECTS = 5;
  private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);
  private static final Duration CONNECTING = Duration.ofSeconds(10);

  private static final String TUNNELING = "jdk.http.auth.tunneling.disabledSchemes";

  private final Means means;
  private final Reach reach;
  private final HttpClient client;

  /// The settings of every request.
  ///
  /// @param certificates PEM files with more authorities to trust
  /// @param patience the timeout of an answer, and then of each next part of it
  public record Means(
      Credentials credentials, ProxyChoice proxy, List<Path> certificates, Duration patience) {
    public Means {
      certificates = List.copyOf(certificates);
    }
  }

  /// A question.
  ///
  /// @param index the index that names the address, or is it
  /// @param accept the accepted types
  /// @param encoding `identity` for the file unchanged, `gzip` for an answer that is unpacked here
  public record Question(URI address, URI index, String accept, String encoding) {}

  /// Permits passwords of proxies. Java sends no password to a proxy for a tunnel unless this is
  /// configured before its HTTP client is used for the first time. Only requests that name a
  /// password send one.
  public static void permitProxyPasswords() {
    if (System.getProperty(TUNNELING) == null) {
      System.setProperty(TUNNELING, "");
    }
  }

  public Fetcher(Means means, Reach reach) {
    permitProxyPasswords();
    this.means = means;
    this.reach = reach;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(
                means.patience().compareTo(CONNECTING) < 0 ? means.patience() : CONNECTING)
            .proxy(means.proxy().selector())
            .sslContext(Trust.context(CERTIFICATES, means.certificates()))
            .build();
  }

  public Duration patience() {
    return means.patience();
  }

  /// @param contacted receives every place that is asked, redirects included
  /// @throws InterruptedException if the thread was interrupted while waiting
  public Reply fetch(Question question, Consumer<HostAndPort> contacted)
      throws InterruptedException {
    if ("file".equals(question.address().getScheme())) {
      return LocalTree.fetch(question.address(), question.index());
    }
    long deadline = System.nanoTime() + means.patience().toNanos();
    URI address = question.address();
    for (int hop = 0; hop <= MOST_REDIRECTS; hop++) {
      Optional<String> obstacle = reach.findObstacle(address, question.index());
      if (obstacle.isPresent()) {
        return new Failed(Failure.MISDIRECTED, "leads to " + obstacle.get());
      }
      contacted.accept(HostAndPort.of(address));
      HttpResponse<Flow.Publisher<List<ByteBuffer>>> response;
      try {
        response = send(address, question, deadline - System.nanoTime());
      } catch (IOException e) {
        return FetchFailures.of(e, means.proxy().find(address), means.patience());
      }
      Reply reply = reply(address, response);
      if (!REDIRECTS.contains(response.statusCode())) {
        return reply;
      }
      close(reply);
      Optional<URI> next = target(address, response);
      if (next.isEmpty()) {
        return new Failed(Failure.MISDIRECTED, "redirects to nowhere");
      }
      address = next.get();
    }
    return new Failed(Failure.MISDIRECTED, "redirects more than " + MOST_REDIRECTS + " times");
  }

  private HttpResponse<Flow.Publisher<List<ByteBuffer>>> send(
      URI address, Question question, long nanos) throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address)
            .timeout(Duration.ofNanos(Math.max(nanos, 1_000_000)))
            .header("Accept", question.accept())
            .header("Accept-Encoding", question.encoding())
            .header("User-Agent", "assay");
    means
        .credentials()
        .find(address)
        .map(Secret::reveal)
        .ifPresent(value -> request.header("Authorization", value));
    means
        .proxy()
        .find(address)
        .flatMap(_ -> means.proxy().proxy())
        .flatMap(means.credentials()::find)
        .map(Secret::reveal)
        .ifPresent(value -> request.header("Proxy-Authorization", value));
    return client.send(request.GET().build(), HttpResponse.BodyHandlers.ofPublisher());
  }

  private Reply.Answered reply(
      URI address, HttpResponse<Flow.Publisher<List<ByteBuffer>>> response) {
    PatientBody body = new PatientBody(means.patience());
    response.body().subscribe(body);
    return new Reply.Answered(
        address,
        response.statusCode(),
        response.headers().firstValue("Content-Type").orElse(""),
        response.headers().firstValue("Content-Encoding").orElse(""),
        response.headers().firstValueAsLong("Content-Length").orElse(-1),
        body);
  }

  private static Optional<URI> target(URI from, HttpResponse<?> response) {
    try {
      Optional<String> location = response.headers().firstValue("Location");
      return location.isEmpty()
          ? Optional.empty()
          : Optional.of(from.resolve(new URI(location.get())));
    } catch (URISyntaxException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static void close(Reply reply) {
    if (reply instanceof Reply.Answered answered) {
      try (InputStream body = answered.body()) {
        body.skip(0);
      } catch (IOException e) {
        return; // it is not wanted any more
      }
    }
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
