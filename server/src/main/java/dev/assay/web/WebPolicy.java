package dev.assay.web;

import dev.assay.accounts.Role;
import dev.assay.skill.Secret;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The addresses of this installation and its ways to sign in.
///
/// @param hosts the host names of this server besides those of loopback
public record WebPolicy(
    Cookies cookies,
    Optional<URI> publicUrl,
    Set<String> hosts,
    Optional<Oidc> oidc,
    Publishing publishing) {
  public WebPolicy {
    hosts = Set.copyOf(hosts);
  }

  /// The callers who may have the approved skills.
  public enum Publishing {
    TO_WHO_SIGNED_IN,
    TO_ANYBODY
  }

  public enum Cookies {
    /// People use TLS, so cookies must not be sent without it.
    OVER_TLS_ONLY,
    OVER_ANYTHING
  }

  /// An OpenID Connect provider, with Assay's client there and the mapping of its claims to roles.
  public record Oidc(URI issuer, Client client, Optional<String> audience, Claims claims) {}

  public record Client(String id, Secret secret, List<String> scopes) {}

  public record Claims(String name, String role, Map<Role, List<String>> byRole) {
    public Claims {
      byRole = Map.copyOf(byRole);
    }

    /// Returns the values of the claim that give the role.
    public List<String> values(Role wanted) {
      return byRole.getOrDefault(wanted, List.of());
    }
  }
}
