package dev.assay.web;

import dev.assay.web.WebPolicy.Oidc;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.stereotype.Component;

/// Tells clients that know only an address which identity provider's tokens are accepted there (RFC
/// 9728). Without such a provider it tells nothing, so that no client looks for one.
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

  /// Returns the provider whose tokens are accepted.
  public Optional<Oidc> provider() {
    return provider;
  }

  /// Tests whether clients may discover a path. The answer does not reveal whether a project of
  /// this name exists.
  public static boolean isResource(String path) {
    return RESOURCE.matcher(path).matches();
  }

  /// Returns the address of the metadata of the requested resource.
  public Optional<String> metadata(HttpServletRequest request) {
    String path = request.getRequestURI();
    return provider.filter(_ -> isResource(path)).map(_ -> own.of(METADATA + path, request));
  }

  /// Returns a further audience that a token may name instead of the configured one: the address of
  /// the requested resource. It is based on the public address, because the header `Host` does not
  /// prove which server was meant.
  public Optional<String> audience(HttpServletRequest request) {
    String path = request.getRequestURI();
    return own.publicUrl().filter(_ -> isResource(path)).map(url -> url + path);
  }
}
