package dev.assay.agent.protocol;

import java.net.http.HttpHeaders;
import java.util.Map;

/// An error in place of an answer.
public final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1;
  private static final HttpHeaders NO_HEADERS = HttpHeaders.of(Map.of(), (_, _) -> true);

  private final int status;
  private final String body;
  private final transient HttpHeaders headers;

  public Refusal(int status, String body, HttpHeaders headers) {
    super("status " + status);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }

  /// An error in the midst of an answer. It has no status, except perhaps one in its words.
  public static Refusal inAnswer(String body) {
    return new Refusal(200, body, NO_HEADERS);
  }

  public int status() {
    return status;
  }

  public String body() {
    return body;
  }

  public HttpHeaders headers() {
    return headers;
  }
}
