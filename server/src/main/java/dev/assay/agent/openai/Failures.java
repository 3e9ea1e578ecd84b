package dev.assay.agent.openai;

import dev.assay.skill.ErrorCode;
import dev.assay.skill.Secret;
import dev.assay.skill.Visible;
import dev.assay.skill.model.ModelFailure;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLException;

/// What went wrong, in words, with what to do about it.
final class Failures {
  static final String CAUSE = "cause";
  static final String STATUS = "status";

  private static final int SHOWN = 300;

  private final Endpoint endpoint;

  Failures(Endpoint endpoint) {
    this.endpoint = endpoint;
  }

  ModelFailure of(Throwable problem) {
    for (Throwable one = problem; one != null; one = one.getCause()) {
      switch (one) {
        case ModelFailure failure -> {
          return failure;
        }
        case Refusal refusal -> {
          return refused(refusal);
        }
        case HttpConnectTimeoutException _ -> {
          return unavailable(
              "connection_refused",
              "No connection to " + server() + " in time. Check assay.model.base-url.",
              problem);
        }
        case UnknownHostException _ -> {
          return unknownHost(problem);
        }
        case UnresolvedAddressException _ -> {
          return unknownHost(problem);
        }
        case ConnectException connect -> {
          return connect.getCause() instanceof UnresolvedAddressException
              ? unknownHost(problem)
              : unavailable(
                  "connection_refused",
                  "Nothing answers at " + server() + ". Check assay.model.base-url.",
                  problem);
        }
        case SSLException tls -> {
          return unavailable(
              "tls",
              "No trusted TLS connection to "
                  + server()
                  + ": "
                  + words(tls)
                  + ". Check the server's certificate, or http:// instead of https://.",
              problem);
        }
        default -> {}
      }
    }
    return unavailable(
        "connection_cut",
        "The connection to " + server() + " broke off: " + words(problem),
        problem);
  }

  ModelFailure late(Duration deadline) {
    return unavailable(
        "timeout",
        "The model "
            + endpoint.model()
            + " at "
            + server()
            + " gave no answer within "
            + deadline.toMillis()
            + " ms.",
        null);
  }

  ModelFailure interrupted() {
    return unavailable("interrupted", "The question was withdrawn.", null);
  }

  ModelFailure cutShort() {
    return unavailable(
        "connection_cut", "The answer of " + server() + " ended before it was complete.", null);
  }

  private ModelFailure unknownHost(Throwable problem) {
    return unavailable(
        "unknown_host",
        "The name "
            + endpoint.baseUrl().getHost()
            + " cannot be looked up. Check assay.model.base-url and the network.",
        problem);
  }

  private ModelFailure refused(Refusal refusal) {
    int status = refusal.status();
    String said = said(refusal.body());
    Map<String, Object> details = new HashMap<>();
    details.put(STATUS, status);
    if (status == 200) {
      return new ModelFailure(
          ErrorCode.MODEL_ANSWER_UNUSABLE,
          server() + " answered with something that is no stream of events: " + said,
          Map.of(CAUSE, "not_the_protocol", STATUS, status),
          null);
    }
    if (status == 429 || status == 408 || status == 425 || status >= 500) {
      findPause(refusal)
          .ifPresent(pause -> details.put(ModelFailure.RETRY_AFTER, pause.toMillis()));
      details.put(CAUSE, status == 429 ? "rate_limit" : "server_error");
      return new ModelFailure(
          ErrorCode.MODEL_UNAVAILABLE,
          server() + " answered " + status + ": " + said,
          details,
          null);
    }
    if (isTooLong(refusal.body())) {
      details.put(ModelFailure.CONTEXT_TOO_LONG, true);
    }
    details.put(CAUSE, cause(status));
    return new ModelFailure(
        ErrorCode.MODEL_REFUSED,
        server() + " answered " + status + ": " + said + remedy(status),
        details,
        null);
  }

  private static String cause(int status) {
    return switch (status) {
      case 401, 403 -> "key";
      case 404 -> "not_found";
      default -> "request";
    };
  }

  private String remedy(int status) {
    return switch (status) {
      case 401, 403 -> ". Check assay.model.key.";
      case 404 ->
          ". Check assay.model.base-url (most end with /v1) and the model's name \""
              + endpoint.model()
              + "\".";
      default -> ".";
    };
  }

  private static boolean isTooLong(String body) {
    String words = body.toLowerCase(Locale.ROOT);
    return words.contains("context_length_exceeded")
        || words.contains("maximum context length")
        || words.contains("context window")
        || words.contains("prompt is too long");
  }

  private static Optional<Duration> findPause(Refusal refusal) {
    return refusal
        .retryAfter()
        .flatMap(
            text -> {
              if (text.strip().matches("\\d{1,6}")) {
                return Optional.of(Duration.ofSeconds(Long.parseLong(text.strip())));
              }
              try {
                Instant when =
                    ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
                Duration left = Duration.between(Instant.now(), when);
                return Optional.of(left.isNegative() ? Duration.ZERO : left);
              } catch (DateTimeParseException _) {
                return Optional.empty();
              }
            });
  }

  private ModelFailure unavailable(
      String cause, String message, @org.jspecify.annotations.Nullable Throwable problem) {
    return new ModelFailure(ErrorCode.MODEL_UNAVAILABLE, message, Map.of(CAUSE, cause), problem);
  }

  /// What the server said, without the key, should it repeat it.
  private String said(String body) {
    return body.isBlank() ? "(nothing)" : withoutKey(Visible.line(body.strip(), SHOWN));
  }

  private String words(Throwable problem) {
    return withoutKey(Visible.line(String.valueOf(problem.getMessage()), SHOWN));
  }

  private String withoutKey(String text) {
    return endpoint
        .key()
        .map(Secret::reveal)
        .filter(key -> key.length() > 3)
        .map(key -> text.replace(key, "***"))
        .orElse(text);
  }

  private String server() {
    return endpoint.baseUrl().toString();
  }
}
