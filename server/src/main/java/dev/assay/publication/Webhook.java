package dev.assay.publication;

import dev.assay.audit.AuditEntry;
import dev.assay.publication.Notices.Notice;
import dev.assay.skill.Secret;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Sends notices to the operator's address, signed so that the receiver can verify the sender. Only
/// an answer of 2xx counts as delivered. A redirect is refused, because it would send the notice to
/// an address that the operator did not name.
public final class Webhook implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Notices notices;
  private final URI address;
  private final Optional<Secret> secret;
  private final Clock clock;
  private final HttpClient client =
      HttpClient.newBuilder()
          .connectTimeout(PATIENCE)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  public Webhook(Notices notices, URI address, Optional<Secret> secret, Clock clock) {
    this.notices = notices;
    this.address = address;
    this.secret = secret;
    this.clock = clock;
    notices.begin();
  }

  /// Sends all due notices and returns the number of delivered ones.
  public int deliver() {
    int delivered = 0;
    for (Optional<Notice> next = notices.claim(); next.isPresent(); next = notices.claim()) {
      Notice notice = next.get();
      Optional<String> problem = send(notice);
      if (problem.isPresent()) {
        notices.failed(notice, problem.get());
      } else {
        notices.delivered(notice);
        delivered++;
      }
    }
    return delivered;
  }

  private Optional<String> send(Notice notice) {
    String body = body(notice);
    String time = Long.toString(clock.instant().getEpochSecond());
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address)
            .timeout(PATIENCE)
            .header("Content-Type", "application/json")
            .header("Assay-Event", notice.event())
            .header("Assay-Delivery", Long.toString(notice.entry().sequence()))
            .header("Assay-Timestamp", time)
            .POST(BodyPublishers.ofString(body));
    secret.ifPresent(
        key -> request.header("Assay-Signature", "sha256=" + signature(key, time, body)));
    try {
      HttpResponse<InputStream> answer = client.send(request.build(), BodyHandlers.ofInputStream());
      answer.body().close(); // it may have no end
      int status = answer.statusCode();
      return status / 100 == 2 ? Optional.empty() : Optional.of("The answer was " + status + ".");
    } catch (IOException e) {
      return Optional.of(e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of("The server stopped.");
    }
  }

  /// HMAC-SHA256 over the time stamp, a dot and the body.
  static String signature(Secret secret, String time, String body) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret.reveal().getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      return HexFormat.of()
          .formatHex(mac.doFinal((time + "." + body).getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has HmacSHA256", e);
    }
  }

  private static String body(Notice notice) {
    AuditEntry entry = notice.entry();
    JsonNode after = JSON.readTree(entry.after());
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("event", notice.event());
    body.put("id", entry.sequence());
    body.put("at", entry.at().toString());
    body.put("action", entry.action());
    body.put("actor", entry.actor());
    body.put(
        "object",
        Map.of(
            "kind", entry.object().kind(),
            "id", entry.object().id(),
            "name", entry.object().name()));
    body.put("after", after);
    return JSON.writeValueAsString(body);
  }

  @Override
  public void close() {
    client.close();
  }
}
