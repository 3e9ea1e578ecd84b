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

/// Where callers reach this server: the public address if one is set, whatever a request says, else
/// where the request was sent, which has to be one of our own hosts. Anybody can write anything
/// into the header `Host`, and a page of any site can have its own name lead to this machine.
@Component
public final class OwnAddress {
  private final Optional<URI> publicUrl;
  private final Set<String> hosts;

  OwnAddress(WebPolicy policy) {
    publicUrl = policy.publicUrl();
    hosts = policy.hosts().stream().map(OwnAddress::plain).collect(Collectors.toUnmodifiableSet());
  }

  /// The public address without a slash at its end.
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

  /// Whether a request came to one of our hosts. With a public address nothing depends on it: a
  /// proxy may well name another one.
  public boolean wasMeant(HttpServletRequest request) {
    String host = request.getServerName();
    return publicUrl.isPresent()
        || isOwn(host)
        || plain(host).equals(plain(request.getLocalAddr()));
  }

  /// Whether a page that a browser names as the origin of a request is of one of our hosts.
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
