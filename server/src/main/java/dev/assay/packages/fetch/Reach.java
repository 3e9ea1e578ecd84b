package dev.assay.packages.fetch;

import dev.assay.skill.PublicAddress;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// The addresses to which a link or redirect of an index may lead: any configured index, other
/// ports of its own host, and public addresses. This machine and its network are excluded, because
/// an index could use this server to spy on them.
///
/// @param configured the places of all configured indexes
public record Reach(Set<HostAndPort> configured) {
  public Reach {
    configured = Set.copyOf(configured);
  }

  /// The reason why a request may not go there; empty if it may.
  ///
  /// @param index the index that leads there
  public Optional<String> findObstacle(URI target, URI index) {
    String scheme = String.valueOf(target.getScheme());
    if ((!scheme.equals("http") && !scheme.equals("https")) || target.getHost() == null) {
      return Optional.of("an address that is not http or https");
    }
    if (scheme.equals("http") && "https".equals(index.getScheme())) {
      return Optional.of(HostAndPort.of(target) + " without TLS");
    }
    HostAndPort place = HostAndPort.of(target);
    boolean ownHost =
        configured.contains(HostAndPort.of(index))
            && place.host().equals(HostAndPort.of(index).host());
    if (configured.contains(place) || ownHost) {
      return Optional.empty();
    }
    try {
      for (InetAddress address : InetAddress.getAllByName(place.host())) {
        if (!PublicAddress.isPublic(address) || isOwn(address)) {
          return Optional.of(
              place + ", which is not a public address and not the host of that index");
        }
      }
      return Optional.empty();
    } catch (UnknownHostException e) {
      return Optional.empty(); // a proxy may know it; without one the connection fails
    }
  }

  private static boolean isOwn(InetAddress address) {
    try {
      Set<InetAddress> own = new HashSet<>();
      for (NetworkInterface each : NetworkInterface.networkInterfaces().toList()) {
        each.inetAddresses().forEach(own::add);
      }
      return own.contains(address);
    } catch (SocketException e) {
      return true; // it may be an address of this machine
    }
  }
}
