package dev.assay.sandbox.local.network;

import java.net.InetAddress;
import java.util.Locale;
import java.util.Set;

/// Which hosts may be reached: `name`, `name:port`, `*.name`, or a literal address.
public record AllowList(Set<String> entries) {
  public AllowList {
    entries = Set.copyOf(entries);
  }

  public boolean allows(String host, int port) {
    String name = host.toLowerCase(Locale.ROOT);
    return entries.stream()
        .map(entry -> entry.toLowerCase(Locale.ROOT))
        .anyMatch(entry -> matches(entry, name, port));
  }

  /// A name may not lead to a private place unless the entry is that very address.
  public boolean mayLeadTo(String host, InetAddress address) {
    boolean inside =
        address.isLoopbackAddress()
            || address.isAnyLocalAddress()
            || address.isLinkLocalAddress()
            || address.isMulticastAddress();
    return !inside || host.equals(address.getHostAddress());
  }

  private static boolean matches(String entry, String host, int port) {
    int colon = entry.lastIndexOf(':');
    boolean withPort = colon > 0 && entry.indexOf(':') == colon;
    if (withPort && !entry.substring(colon + 1).equals(Integer.toString(port))) {
      return false;
    }
    String pattern = withPort ? entry.substring(0, colon) : entry;
    return pattern.startsWith("*.") ? host.endsWith(pattern.substring(1)) : host.equals(pattern);
  }
}
