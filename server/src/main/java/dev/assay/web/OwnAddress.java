package dev.assay.web;

import dev.assay.skill.Loopback;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/// The address at which callers reach this server. If a public address is set, it is used,
/// independent of the request. Otherwise it is the request's host, which must be one of the
/// server's own hosts. A caller can put any name into the header `Host`, and any site can point a
/// name at this machine.
@Component
public final class OwnAddress {
  private final Optional<URI> publicUrl;
  private final Set<String> hosts;

  OwnAddress(WebPolicy policy) {
    publicUrl = policy.publicUrl();
    hosts = policy.hosts().stream().map(OwnAddress::plain).collect(Collectors.toUnmodifiableSet());
  }

  /// Returns the public address without a slash at its end.
  public Optional<String> publicUrl() {
    return publicUrl.map(url -> url.toString().replaceAll("/+$", ""));
  }

  public String of(String path, HttpServletRequest request) {
    return publicUrl()
        .map(url -> url + path)
        .orElseGet(
            () ->
                ServletUriComponentsBuilder.fromContextPath(request).build().toUriString() + path);
  }

  /// Tests whether a request was sent to one of the server's own hosts. With a public address every
  /// host is accepted, because a proxy may name another one.
  public boolean wasMeant(HttpServletRequest request) {
    String host = request.getServerName();
    return publicUrl.isPresent()
        || isOwn(host)
        || plain(host).equals(plain(request.getLocalAddr()));
  }

  /// Tests whether an origin, as a browser names it, belongs to one of the server's own hosts.
  public boolean isOwnOrigin(String origin) {
    try {
      String host = URI.create(origin).getHost();
      return host != null && isOwn(host);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  boolean isOwn(String named) {
    String host = plain(named);
    return Loopback.isNamed(host)
        || hosts.contains(host)
        || publicUrl.map(URI::getHost).filter(own -> plain(own).equals(host)).isPresent();
  }

  private static String plain(String host) {
    return host.toLowerCase(Locale.ROOT).replaceAll("^\\[|\\]$|\\.$", "");
  }
}
