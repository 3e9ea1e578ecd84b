package dev.assay.toolbus;

import dev.assay.skill.Secret;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The addresses of NATS and the credentials for it.
///
/// @param servers `nats://host:port` or `tls://host:port`, without names and passwords
/// @param certificates a PEM file with further authorities for the certificate of NATS
public record NatsSettings(
    List<String> servers,
    Optional<String> user,
    Optional<Secret> password,
    Optional<Path> certificates) {
  public NatsSettings {
    servers = List.copyOf(servers);
  }

  /// Says whether every connection uses TLS; one such address is enough.
  boolean isSecure() {
    return servers.stream().anyMatch(server -> server.startsWith("tls:"));
  }

  /// The addresses, for messages.
  String places() {
    return String.join(", ", servers);
  }
}
