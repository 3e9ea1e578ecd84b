package dev.assay.sandbox.remote;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/// A form with one file in it.
///
/// @param type for the header `Content-Type`
public record Multipart(String type, BodyPublisher body) {
  public static Multipart file(String field, String name, Spool content) {
    String boundary = "assay" + UUID.randomUUID().toString().replace("-", "");
    String head =
        """
        --%s\r
        Content-Disposition: form-data; name="%s"; filename="%s"\r
        Content-Type: application/octet-stream\r
        \r
        """
            .formatted(boundary, field, quoted(name));
    String tail = "\r\n--%s--\r\n".formatted(boundary);
    try {
      return new Multipart(
          "multipart/form-data; boundary=" + boundary,
          BodyPublishers.concat(
              BodyPublishers.ofString(head, StandardCharsets.UTF_8),
              content.publisher(),
              BodyPublishers.ofString(tail, StandardCharsets.UTF_8)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String quoted(String name) {
    return name.replace("\\", "_").replace("\"", "%22").replace("\r", "%0D").replace("\n", "%0A");
  }
}
