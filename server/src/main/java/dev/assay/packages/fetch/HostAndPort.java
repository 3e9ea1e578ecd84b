package dev.assay.packages.fetch;

import java.net.URI;
import java.util.Locale;

/// A host and a port of a server.
public record HostAndPort(String host, int port) {
  public static HostAndPort of(URI address) {
    String host = address.getHost() == null ? "" : address.getHost().toLowerCase(Locale.ROOT);
    int port = address.getPort();
    if (port < 0) {
      port = "https".equalsIgnoreCase(address.getScheme()) ? 443 : 80;
    }
    return new HostAndPort(host, port);
  }

  @Override
  public String toString() {
    return host + ":" + port;
  }
}
