package dev.assay.cli.connection;

import dev.assay.home.ServerFile;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Secret;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Where a server answers, and how it is spoken to.
final class Target {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final URI url;
  private final Optional<Secret> token;
  private final HttpClient client;

  Target(URI url, Optional<Secret> token, Optional<String> certificate) {
    HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10));
    certificate.map(PinnedCertificate::trusting).ifPresent(builder::sslContext);
    this.client = builder.build();
    this.url = url;
    this.token = token;
  }

  static Target of(ServerFile file) {
    return new Target(file.url(), Optional.of(file.token()), file.certificate());
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

  /// @throws AssayException with what the server complained about in the details, or because there
  ///   is no server
  String body(HttpRequest request) {
    HttpResponse<String> response = exchange(request);
    if (response.statusCode() < 300) {
      return response.body();
    }
    JsonNode problem = parse(response.body());
    String message = problem.path("message").asString("");
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("status", response.statusCode());
    details.put("code", problem.path("code").asString(""));
    details.put("details", problem.path("details"));
    throw new AssayException(
        response.statusCode() < 500 ? ErrorCode.REQUEST_REFUSED : ErrorCode.SERVER_FAILED,
        message.isEmpty()
            ? url + " answered " + response.statusCode() + "; is it an Assay server?"
            : message + hint(response.statusCode()),
        details);
  }

  private HttpResponse<String> exchange(HttpRequest request) {
    try {
      return client.send(request, BodyHandlers.ofString());
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
