package dev.assay.agent.openai;

import java.util.Optional;

/// The server answered, but not with an answer.
final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int status;
  private final String body;
  private final transient Optional<String> retryAfter;

  Refusal(int status, String body, Optional<String> retryAfter) {
    super("status " + status);
    this.status = status;
    this.body = body;
    this.retryAfter = retryAfter;
  }

  int status() {
    return status;
  }

  String body() {
    return body;
  }

  Optional<String> retryAfter() {
    return retryAfter;
  }
}
