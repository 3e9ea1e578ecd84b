package dev.assay.toolbus;

import dev.assay.skill.Secret;
import java.util.List;
import java.util.Optional;

/// Where NATS is and how to sign in there.
///
/// @param servers `nats://host:port` or `tls://host:port`, without names and passwords
public record NatsSettings(List<String> servers, Optional<String> user, Optional<Secret> password) {
  public NatsSettings {
    servers = List.copyOf(servers);
  }
}
