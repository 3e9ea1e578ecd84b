package dev.assay.web;

import dev.assay.accounts.Role;
import dev.assay.skill.Secret;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// How people reach this installation and how they prove who they are.
///
/// @param hosts by what names this server is reached, besides loopback ones
public record WebPolicy(
    Cookies cookies,
    Optional<URI> publicUrl,
    Set<String> hosts,
    Optional<Oidc> oidc,
    Publishing publishing) {
  public WebPolicy {
    hosts = Set.copyOf(hosts);
  }

  /// Who may have the approved skills.
  public enum Publishing {
    TO_WHO_SIGNED_IN,
    TO_ANYBODY
  }

  public enum Cookies {
    /// People come over TLS, so cookies must not travel without.
    OVER_TLS_ONLY,
    OVER_ANYTHING
  }

  /// An OpenID Connect provider: how it knows us, and the way from its claims to our roles.
  public record Oidc(URI issuer, Client client, Optional<String> audience, Claims claims) {}

  public record Client(String id, Secret secret, List<String> scopes) {}

  public record Claims(String name, String role, Map<Role, List<String>> byRole) {
    public Claims {
      byRole = Map.copyOf(byRole);
    }

    /// Values of the claim that give that role.
    public List<String> values(Role wanted) {
      return byRole.getOrDefault(wanted, List.of());
    }
  }
}
