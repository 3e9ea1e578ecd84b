package dev.assay.agent.protocol;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// Sends a question over HTTP, on the caller's thread from the first byte to the last, so that an
/// interrupt of it ends the exchange and closes the connection.
public final class Transport {
  private static final int MOST_OF_AN_ERROR = 16 << 10;
  private static final int MOST_OF_AN_ANSWER = 32 << 20;
  private static final int LOOKED_AT = 256;

  private final HttpClient client;

  /// @param client the client for all servers; its maker closes it
  public Transport(HttpClient client) {
    this.client = client;
  }

  /// Receives a server's answer.
  public interface Receiver<T> {
    /// A stream of events.
    T events(EventReader events) throws IOException;

    /// One JSON text, from a server that does not stream.
    T whole(String json) throws IOException;
  }

  /// @throws Refusal if the status is not success, or the body is neither events nor JSON
  public <T> T post(
      URI address, Map<String, String> headers, String body, Pulse pulse, Receiver<T> receiver)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address)
            .header("Content-Type", "application/json")
            .header("Accept", "text/event-stream, application/json")
            .POST(BodyPublishers.ofString(body));
    headers.forEach(request::header);
    pulse.asked();
    HttpResponse<InputStream> response = client.send(request.build(), BodyHandlers.ofInputStream());
    try (InputStream stream =
        new BufferedInputStream(
            new BoundedStream(pulse.listeningTo(response.body()), MOST_OF_AN_ANSWER))) {
      if (response.statusCode() / 100 != 2) {
        throw refusal(response, stream);
      }
      return switch (look(stream)) {
        case EVENTS -> receiver.events(new EventReader(stream));
        case JSON ->
            receiver.whole(new String(stream.readAllBytes(), StandardCharsets.UTF_8).strip());
        case OTHER -> throw refusal(response, stream);
      };
    }
  }

  private static Refusal refusal(HttpResponse<InputStream> response, InputStream stream)
      throws IOException {
    return new Refusal(
        response.statusCode(),
        new String(stream.readNBytes(MOST_OF_AN_ERROR), StandardCharsets.UTF_8),
        response.headers());
  }

  private enum Kind {
    EVENTS,
    JSON,
    OTHER
  }

  /// Decides the kind of the body by its beginning, because content types are often wrong.
  private static Kind look(InputStream stream) throws IOException {
    stream.mark(LOOKED_AT);
    int one = stream.read();
    for (int count = 1; isBlank(one) && count < LOOKED_AT; count++) {
      one = stream.read();
    }
    stream.reset();
    return switch (one) {
      case '{', '[' -> Kind.JSON;
      case 'd', 'e', 'i', 'r', ':', -1 -> Kind.EVENTS;
      default -> Kind.OTHER;
    };
  }

  private static boolean isBlank(int one) {
    return one == ' '
        || one == '\n'
        || one == '\r'
        || one == '\t' // and a byte order mark
        || one == 0xEF
        || one == 0xBB
        || one == 0xBF;
  }
}
