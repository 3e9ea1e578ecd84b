package dev.assay.storage.settings;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/// The settings of a bucket of Google Cloud Storage.
///
/// @param prefix the beginning of every name; empty, or ending with a slash
public record GcsSettings(
    URI endpoint, String bucket, String prefix, Identity identity, AllowedTransport transport) {
  public static final URI GOOGLE = URI.create("https://storage.googleapis.com");

  public GcsSettings {
    prefix = prefix.isEmpty() || prefix.endsWith("/") ? prefix : prefix + "/";
  }

  /// The identity of the server.
  public sealed interface Identity {
    /// The service account whose key is in a file.
    record KeyFile(Path file) implements Identity {}

    /// The service account of the machine, from its metadata server.
    record Machine(URI metadata) implements Identity {
      public static final Machine GOOGLE =
          new Machine(URI.create("http://metadata.google.internal"));
    }

    /// No identity, for emulators.
    record Nobody() implements Identity {}
  }

  /// The reason why the settings must not be used as they are.
  public Optional<String> findObstacle() {
    return transport.permits(endpoint)
        ? Optional.empty()
        : Optional.of(
            "assay.storage.gcs.endpoint "
                + endpoint
                + " is not encrypted and not on this machine. Use https://, or set"
                + " assay.storage.gcs.plain-http to true");
  }

  /// The location in words, without secrets.
  public String where() {
    return "gs://" + bucket + "/" + prefix + (endpoint.equals(GOOGLE) ? "" : " at " + endpoint);
  }
}
