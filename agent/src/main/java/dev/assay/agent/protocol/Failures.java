package dev.assay.agent.protocol;

import dev.assay.skill.ErrorCode;
import dev.assay.skill.Secret;
import dev.assay.skill.Visible;
import dev.assay.skill.model.FaultOwner;
import dev.assay.skill.model.ModelFailure;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import javax.net.ssl.SSLException;

/// Makes failures with a description of the fault and advice.
public final class Failures {
  static final String STATUS = "status";

  private static final int SHOWN = 300;

  private final Endpoint endpoint;

  public Failures(Endpoint endpoint) {
    this.endpoint = endpoint;
  }

  public ModelFailure of(Throwable problem) {
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
          return isUnresolved(connect)
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
        case IOException cut -> {
          return unavailable(
              "connection_cut",
              "The connection to "
                  + server()
                  + " broke off: "
                  + words(cut)
                  + (server().startsWith("https:") ? ". Without TLS, it is http://." : ""),
              problem);
        }
        default -> {}
      }
    }
    return unusable("not_the_protocol", "answered with something unexpected: " + words(problem));
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

  ModelFailure noFirstByte(Duration waited) {
    return unavailable(
        "timeout",
        "The model %s at %s sent not one byte within %d ms (assay.model.first-byte)."
            .formatted(endpoint.model(), server(), waited.toMillis()),
        null);
  }

  ModelFailure silent(Duration waited) {
    return unavailable(
        "silence",
        "The model %s at %s fell silent in the middle of its answer for %d ms (assay.model.silence)."
            .formatted(endpoint.model(), server(), waited.toMillis()),
        null);
  }

  /// A failure for a complete answer that makes no sense.
  public ModelFailure unusable(String cause, String what) {
    return new ModelFailure(
        ErrorCode.MODEL_ANSWER_UNUSABLE,
        "The model " + endpoint.model() + " at " + server() + " " + what,
        Map.of(ModelFailure.CAUSE, cause, ModelFailure.OWNER, FaultOwner.MODEL.word()),
        null);
  }

  ModelFailure interrupted() {
    return unavailable("interrupted", "The question was withdrawn.", null);
  }

  public ModelFailure cutShort() {
    return unavailable(
        "connection_cut", "The answer of " + server() + " ended before it was complete.", null);
  }

  private static boolean isUnresolved(Throwable problem) {
    for (Throwable one = problem; one != null; one = one.getCause()) {
      if (one instanceof UnresolvedAddressException) {
        return true;
      }
    }
    return false;
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
    ServerError body = ServerError.of(refusal.body());
    Map<String, Object> details = new HashMap<>();
    details.put(STATUS, refusal.status());
    if (refusal.status() == 200 && body.json().isEmpty()) {
      details.put(ModelFailure.CAUSE, "not_the_protocol");
      details.put(ModelFailure.OWNER, FaultOwner.PROVIDER.word());
      return new ModelFailure(
          ErrorCode.MODEL_ANSWER_UNUSABLE,
          server() + " answered with something that is no answer of a model: " + said(body),
          details,
          null);
    }
    FaultTable.Ruling ruling = FaultTable.decide(refusal.status(), body);
    details.put(ModelFailure.CAUSE, ruling.cause());
    details.put(ModelFailure.OWNER, ruling.owner().word());
    if (ruling.tooLong()) {
      details.put(ModelFailure.CONTEXT_TOO_LONG, true);
    }
    if (ruling.code() != ErrorCode.MODEL_REFUSED) {
      RetryDelay.find(refusal.headers(), body, Instant.now())
          .ifPresent(pause -> details.put(ModelFailure.RETRY_AFTER, pause.toMillis()));
    }
    String where =
        refusal.status() == 200
            ? " broke off its answer: "
            : " answered " + refusal.status() + ": ";
    return new ModelFailure(
        ruling.code(), server() + where + said(body) + remedy(ruling.cause()), details, null);
  }

  private String remedy(String cause) {
    return switch (cause) {
      case "key" -> ". Check assay.model.key.";
      case "quota" -> ". The account has no credit left: add some, or use another key.";
      case "not_found" ->
          ". Check assay.model.base-url (most end with /v1) and the model's name \""
              + endpoint.model()
              + "\".";
      default -> ".";
    };
  }

  private ModelFailure unavailable(
      String cause, String message, @org.jspecify.annotations.Nullable Throwable problem) {
    return new ModelFailure(
        ErrorCode.MODEL_UNAVAILABLE,
        message,
        Map.of(ModelFailure.CAUSE, cause, ModelFailure.OWNER, FaultOwner.NETWORK.word()),
        problem);
  }

  /// The server's message, without the key if the server repeats it.
  private String said(ServerError body) {
    String words = Visible.folded(body.message(), SHOWN).replaceAll("\\.+$", "");
    return words.isBlank() ? "(nothing)" : withoutKey(words);
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
    String address = endpoint.baseUrl().toString();
    int query = address.indexOf('?');
    return query < 0 ? address : address.substring(0, query);
  }
}
