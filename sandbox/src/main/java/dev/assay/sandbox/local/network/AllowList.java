package dev.assay.sandbox.local.network;

import dev.assay.skill.PublicAddress;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Which hosts may be reached: `name`, `name:port`, `*.name`, or a literal address.
///
/// @param denied networks (`address/prefix`) a name may not lead to
/// @param own this machine's addresses, where a name may not lead either
public record AllowList(Set<String> entries, List<String> denied, Set<InetAddress> own) {
  public AllowList {
    entries = Set.copyOf(entries);
    denied = List.copyOf(denied);
    own = Set.copyOf(own);
  }

  /// For this machine as it is now.
  public static AllowList of(Set<String> entries, List<String> denied) throws SocketException {
    Set<InetAddress> own = new HashSet<>();
    for (NetworkInterface one : NetworkInterface.networkInterfaces().toList()) {
      one.inetAddresses().forEach(own::add);
    }
    return new AllowList(entries, denied, own);
  }

  public boolean allows(String host, int port) {
    String name = host.toLowerCase(Locale.ROOT);
    return entries.stream()
        .map(entry -> entry.toLowerCase(Locale.ROOT))
        .anyMatch(entry -> matches(entry, name, port));
  }

  /// A name may not lead to a private place unless the entry is that very address.
  public boolean mayLeadTo(String host, InetAddress address) {
    boolean literal = host.equals(address.getHostAddress());
    return literal
        || (PublicAddress.isPublic(address) && !own.contains(address) && !isDenied(address));
  }

  private boolean isDenied(InetAddress address) {
    return denied.stream().anyMatch(network -> contains(network, address.getAddress()));
  }

  private static boolean contains(String network, byte[] address) {
    int slash = network.indexOf('/');
    byte[] start = InetAddress.ofLiteral(network.substring(0, slash)).getAddress();
    int prefix = Integer.parseInt(network.substring(slash + 1));
    if (start.length != address.length) {
      return false;
    }
    for (int bit = 0; bit < prefix; bit++) {
      int mask = 0x80 >> (bit % 8);
      if (((start[bit / 8] ^ address[bit / 8]) & mask) != 0) {
        return false;
      }
    }
    return true;
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
