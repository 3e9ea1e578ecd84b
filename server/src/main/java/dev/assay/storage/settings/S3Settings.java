package dev.assay.storage.settings;

import dev.assay.skill.Secret;
import java.net.URI;
import java.util.Optional;

/// The settings of an object store.
///
/// @param endpoint the server, if it is not Amazon's
/// @param prefix the beginning of every key; empty, or ending with a slash
/// @param access the two halves of a key; without them those of the environment or the machine
public record S3Settings(
    Optional<URI> endpoint,
    String region,
    String bucket,
    String prefix,
    Optional<AccessKey> access,
    AllowedTransport transport) {
  public S3Settings {
    prefix = prefix.isEmpty() || prefix.endsWith("/") ? prefix : prefix + "/";
  }

  /// The credentials for the object store.
  public record AccessKey(String id, Secret secret) {}

  /// The reason why the settings must not be used as they are.
  public Optional<String> findObstacle() {
    return endpoint
        .filter(each -> !transport.permits(each))
        .map(
            each ->
                "assay.storage.s3.endpoint "
                    + each
                    + " is not encrypted and not on this machine. Use https://, or set"
                    + " assay.storage.s3.plain-http to true");
  }

  /// The location in words, without secrets.
  public String where() {
    return "s3://" + bucket + "/" + prefix + endpoint.map(each -> " at " + each).orElse("");
  }
}
