package dev.assay.web;

import dev.assay.web.WebPolicy.Oidc;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.stereotype.Component;

/// How a client that only knows an address finds out whose tokens are taken there (RFC 9728). Where
/// no tokens of an identity provider are taken nothing is said, so that no client looks for a
/// provider that is not there.
@Component
public final class OAuthDiscovery {
  public static final String METADATA = "/.well-known/oauth-protected-resource";

  private static final Pattern RESOURCE =
      Pattern.compile("/api/projects/[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?/mcp");

  private final Optional<Oidc> provider;
  private final OwnAddress own;

  OAuthDiscovery(WebPolicy policy, OwnAddress own) {
    provider = policy.oidc().filter(oidc -> oidc.audience().isPresent());
    this.own = own;
  }

  /// Whose tokens are taken.
  public Optional<Oidc> provider() {
    return provider;
  }

  /// Whether a path is one that clients discover by itself. That a project of this name exists is
  /// not said.
  public static boolean isResource(String path) {
    return RESOURCE.matcher(path).matches();
  }

  /// Where the resource that was asked for is described.
  public Optional<String> metadata(HttpServletRequest request) {
    String path = request.getRequestURI();
    return provider.filter(_ -> isResource(path)).map(_ -> own.of(METADATA + path, request));
  }

  /// What a token may name as its audience instead of the configured one: the address of the
  /// resource that was asked for. The header `Host` is no proof of who we are, so this takes a
  /// public address.
  public Optional<String> audience(HttpServletRequest request) {
    String path = request.getRequestURI();
    return own.publicUrl().filter(_ -> isResource(path)).map(url -> url + path);
  }
}
