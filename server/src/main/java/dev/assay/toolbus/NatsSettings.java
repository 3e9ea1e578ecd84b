package dev.assay.toolbus;

import dev.assay.skill.Secret;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Where NATS is and how to sign in there.
///
/// @param servers `nats://host:port` or `tls://host:port`, without names and passwords
/// @param certificates PEM file with further authorities that may vouch for NATS
public record NatsSettings(
    List<String> servers,
    Optional<String> user,
    Optional<Secret> password,
    Optional<Path> certificates) {
  public NatsSettings {
    servers = List.copyOf(servers);
  }

  /// Whether everything goes over TLS; one such address is enough.
  boolean isSecure() {
    return servers.stream().anyMatch(server -> server.startsWith("tls:"));
  }

  /// Where it is, for messages.
  String places() {
    return String.join(", ", servers);
  }
}
