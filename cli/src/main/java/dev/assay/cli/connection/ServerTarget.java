package dev.assay.cli.connection;

import dev.assay.home.ServerFile;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Secret;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.net.ssl.SSLException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The address of a server and the requests to it.
final class ServerTarget {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final URI url;
  private final Optional<Secret> token;
  private final HttpClient client;

  ServerTarget(URI url, Optional<Secret> token, Optional<String> certificate) {
    HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10));
    certificate.map(PinnedCertificate::trusting).ifPresent(builder::sslContext);
    this.client = builder.build();
    this.url = url;
    this.token = token;
  }

  static ServerTarget of(ServerFile file) {
    return new ServerTarget(file.url(), Optional.of(file.token()), file.certificate());
  }

  URI url() {
    return url;
  }

  Optional<Secret> token() {
    return token;
  }

  JsonNode read(HttpRequest request) {
    return parse(body(request));
  }

  /// @throws AssayException with the server's error in the details, or if there is no server
  String body(HttpRequest request) {
    HttpResponse<String> response = exchange(request, BodyHandlers.ofString());
    if (response.statusCode() < 300) {
      return response.body();
    }
    throw problem(response.statusCode(), response.body());
  }

  /// Returns the bytes of an answer as they arrive. The caller closes the stream.
  InputStream stream(HttpRequest request) throws IOException {
    HttpResponse<InputStream> response = exchange(request, BodyHandlers.ofInputStream());
    if (response.statusCode() < 300) {
      return response.body();
    }
    try (InputStream body = response.body()) {
      throw problem(
          response.statusCode(), new String(body.readNBytes(1 << 16), StandardCharsets.UTF_8));
    }
  }

  /// Receives events until the server has sent all of them.
  void follow(HttpRequest request, Connection.EventListener listener) {
    HttpResponse<InputStream> response = exchange(request, BodyHandlers.ofInputStream());
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
      if (response.statusCode() >= 300) {
        throw problem(response.statusCode(), lines.lines().collect(Collectors.joining("\n")));
      }
      String id = "";
      String kind = "";
      StringBuilder data = new StringBuilder();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.isEmpty() && !data.isEmpty()) {
          listener.receive(id, kind, data.toString());
          data.setLength(0);
        } else if (line.startsWith("id:")) {
          id = line.substring(3).strip();
        } else if (line.startsWith("event:")) {
          kind = line.substring(6).strip();
        } else if (line.startsWith("data:")) {
          data.append(line.substring(5));
        }
      }
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.SERVER_UNREACHABLE, "The connection to " + url + " broke.", e);
    }
  }

  private AssayException problem(int status, String body) {
    JsonNode problem = parse(body);
    String message = problem.path("message").asString("");
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("status", status);
    details.put("code", problem.path("code").asString(""));
    details.put("details", problem.path("details"));
    return new AssayException(
        status < 500 ? ErrorCode.REQUEST_REFUSED : ErrorCode.SERVER_FAILED,
        message.isEmpty()
            ? url + " answered " + status + "; is it an Assay server?"
            : message + hint(status),
        details);
  }

  private <T> HttpResponse<T> exchange(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
    try {
      return client.send(request, handler);
    } catch (SSLException e) {
      throw new AssayException(
          ErrorCode.SERVER_UNREACHABLE,
          "The server at " + url + " cannot be trusted: " + e.getMessage() + ".",
          e);
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.SERVER_UNREACHABLE,
          "No server answers at " + url + ". Start one with: assay serve",
          e);
    } catch (IllegalArgumentException e) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST,
          url + " is not the address of a server; use http:// or https://",
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssayException(ErrorCode.SERVER_UNREACHABLE, "Interrupted.", e);
    }
  }

  private String hint(int status) {
    return status == 401 && token.isEmpty() ? " Put a token into ASSAY_TOKEN." : "";
  }

  private static JsonNode parse(String text) {
    try {
      return text.isBlank() ? JSON.createObjectNode() : JSON.readTree(text);
    } catch (JacksonException e) {
      return JSON.createObjectNode();
    }
  }
}
