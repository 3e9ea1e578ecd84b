package dev.assay.storage.gcs;

import dev.assay.skill.ErrorCode;
import dev.assay.skill.Secret;
import dev.assay.storage.settings.GcsSettings;
import dev.assay.storage.settings.GcsSettings.Identity;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The tokens of requests. Each is used until shortly before it expires.
final class GcsTokens {
  private static final Duration EARLY = Duration.ofMinutes(1);
  private static final String GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer";
  private static final String OF_MACHINE =
      "/computeMetadata/v1/instance/service-accounts/default/token";

  private final GcsSettings settings;
  private final Requests requests;
  private final Clock clock;
  private @Nullable Token known;

  /// Refuses a key file that cannot be used.
  GcsTokens(GcsSettings settings, Requests requests, Clock clock) {
    this.settings = settings;
    this.requests = requests;
    this.clock = clock;
    if (settings.identity() instanceof Identity.KeyFile key) {
      ServiceAccountKey _ =
          ServiceAccountKey.read(key.file(), settings.transport(), ErrorCode.CONFIGURATION_INVALID);
    }
  }

  private record Token(Secret text, Instant end) {}

  /// The token; empty if the bucket needs none.
  synchronized Optional<Secret> find() throws IOException {
    Token token = known;
    if (token == null || !clock.instant().isBefore(token.end().minus(EARLY))) {
      switch (settings.identity()) {
        case Identity.Nobody _ -> {
          return Optional.empty();
        }
        case Identity.Machine machine -> token = ofMachine(machine.metadata());
        case Identity.KeyFile key -> token = ofKey(key);
      }
      known = token;
    }
    return Optional.of(token.text());
  }

  /// Drops a token that was refused.
  synchronized void forget(Secret refused) {
    Token token = known;
    if (token != null && token.text().equals(refused)) {
      known = null;
    }
  }

  private Token ofMachine(URI metadata) throws IOException {
    Answer answer;
    try {
      answer =
          requests.send(
              () ->
                  HttpRequest.newBuilder(metadata.resolve(OF_MACHINE))
                      .header("Metadata-Flavor", "Google"));
    } catch (IOException e) {
      throw new IOException(
          "this machine has no metadata server of Google's (%s); set assay.storage.gcs.key-file"
              .formatted(e.getMessage()),
          e);
    }
    return token(answer, "the metadata server of this machine gave no token");
  }

  /// Fetches a token with the key file. The file is read each time, so a new key takes effect by
  /// itself.
  private Token ofKey(Identity.KeyFile file) throws IOException {
    ServiceAccountKey key =
        ServiceAccountKey.read(file.file(), settings.transport(), ErrorCode.BLOB_STORE_FAILED);
    String form =
        "grant_type=" + encoded(GRANT) + "&assertion=" + key.assertion(clock.instant()).reveal();
    Answer answer =
        requests.send(
            () ->
                HttpRequest.newBuilder(key.tokens())
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .POST(HttpRequest.BodyPublishers.ofString(form)));
    return token(
        answer, "%s refused the key of %s".formatted(key.tokens().getHost(), key.account()));
  }

  private Token token(Answer answer, String otherwise) throws IOException {
    JsonNode json = answer.json();
    String text = json.path("access_token").asString("");
    if (!answer.isGood() || text.isEmpty()) {
      throw new IOException(
          "%s: %d %s"
              .formatted(otherwise, answer.status(), answer.isGood() ? "" : answer.message())
              .strip());
    }
    return new Token(
        Secret.of(text), clock.instant().plusSeconds(json.path("expires_in").asLong(300)));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
