package dev.assay.agent.openai;

import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.http.client.sse.ServerSentEventParser;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/// HTTP for the model library, on the caller's thread from the first byte to the last, so that an
/// interrupt of it ends the exchange and closes the connection.
final class PlainHttp implements HttpClient {
  private static final int MOST_OF_AN_ERROR = 4096;
  private static final int MOST_OF_AN_ANSWER = 32 << 20;

  private final java.net.http.HttpClient client;

  PlainHttp(java.net.http.HttpClient client) {
    this.client = client;
  }

  /// The library builds its client itself.
  HttpClientBuilder builder() {
    return new Builder(this);
  }

  @Override
  public SuccessfulHttpResponse execute(HttpRequest request) {
    throw new UnsupportedOperationException("answers are always streamed");
  }

  @Override
  public void execute(
      HttpRequest request, ServerSentEventParser parser, ServerSentEventListener listener) {
    try {
      HttpResponse<InputStream> response =
          client.send(converted(request), BodyHandlers.ofInputStream());
      try (InputStream body = new BoundedStream(response.body(), MOST_OF_AN_ANSWER)) {
        refuse(response, body);
        parser.parse(body, listener);
      }
      listener.onClose();
    } catch (IOException | Refusal e) {
      listener.onError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      listener.onError(e);
    }
  }

  private static void refuse(HttpResponse<InputStream> response, InputStream body)
      throws IOException {
    String type = response.headers().firstValue("content-type").orElse("");
    if (response.statusCode() != 200 || !type.startsWith("text/event-stream")) {
      throw new Refusal(
          response.statusCode(),
          new String(body.readNBytes(MOST_OF_AN_ERROR), StandardCharsets.UTF_8),
          response.headers().firstValue("retry-after"));
    }
  }

  private static java.net.http.HttpRequest converted(HttpRequest request) {
    java.net.http.HttpRequest.Builder builder =
        java.net.http.HttpRequest.newBuilder(URI.create(request.url()))
            .method(request.method().name(), BodyPublishers.ofString(request.body()));
    request
        .headers()
        .forEach((name, values) -> values.forEach(value -> builder.header(name, value)));
    return builder.build();
  }

  /// Always gives the same client.
  private record Builder(PlainHttp http) implements HttpClientBuilder {
    @Override
    public Duration connectTimeout() {
      return Duration.ZERO;
    }

    @Override
    public HttpClientBuilder connectTimeout(Duration timeout) {
      return this;
    }

    @Override
    public Duration readTimeout() {
      return Duration.ZERO;
    }

    @Override
    public HttpClientBuilder readTimeout(Duration timeout) {
      return this;
    }

    @Override
    public HttpClient build() {
      return http;
    }
  }
}
