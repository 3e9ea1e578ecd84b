package dev.assay.web;

import dev.assay.web.WebPolicy.Oidc;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/// How a client that only knows an address finds out whose tokens are taken there (RFC 9728). Where
/// no tokens of an identity provider are taken nothing is said, so that no client looks for a
/// provider that is not there.
@Component
public final class OAuthDiscovery {
  public static final String METADATA = "/.well-known/oauth-protected-resource";

  private static final Pattern RESOURCE =
      Pattern.compile("/api/projects/[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?/mcp");

  private final Optional<Oidc> provider;
  private final Optional<String> publicUrl;

  OAuthDiscovery(WebPolicy policy) {
    provider = policy.oidc().filter(oidc -> oidc.audience().isPresent());
    publicUrl = policy.publicUrl().map(url -> url.toString().replaceAll("/+$", ""));
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

  /// Where callers reach a path: below the public address if one is set, whatever the request says,
  /// else where this caller found us.
  public String address(String path, HttpServletRequest request) {
    return publicUrl
        .map(url -> url + path)
        .orElseGet(
            () ->
                ServletUriComponentsBuilder.fromRequest(request)
                    .replacePath(path)
                    .replaceQuery(null)
                    .build()
                    .toUriString());
  }

  /// Where the resource that was asked for is described.
  public Optional<String> metadata(HttpServletRequest request) {
    String path = request.getRequestURI();
    return provider.filter(_ -> isResource(path)).map(_ -> address(METADATA + path, request));
  }

  /// What a token may name as its audience instead of the configured one: the address of the
  /// resource that was asked for. The header `Host` is no proof of who we are, so this takes a
  /// public address.
  public Optional<String> audience(HttpServletRequest request) {
    String path = request.getRequestURI();
    return publicUrl.filter(_ -> isResource(path)).map(url -> url + path);
  }
}
