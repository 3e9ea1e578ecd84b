package dev.assay.skill;

import java.net.InetAddress;

/// Distinguishes public addresses from those of this machine and its local network, which no
/// outside party may make the server contact.
public final class PublicAddress {
  private PublicAddress() {}

  /// Java turns IPv4 addresses mapped into IPv6 back into IPv4. Addresses that only embed IPv4
  /// (`::a.b.c.d`, NAT64, 6to4) count as not public.
  public static boolean isPublic(InetAddress address) {
    byte[] bytes = address.getAddress();
    int first = bytes[0] & 0xff;
    int second = bytes[1] & 0xff;
    if (address.isLoopbackAddress()
        || address.isAnyLocalAddress()
        || address.isLinkLocalAddress()
        || address.isSiteLocalAddress()
        || address.isMulticastAddress()) {
      return false;
    }
    if (bytes.length == 4) {
      boolean shared = first == 100 && (second & 0xc0) == 64;
      return first != 0 && first < 240 && !shared;
    }
    boolean embedded =
        (first == 0 && (second == 0 || second == 0x64)) || (first == 0x20 && second == 0x02);
    return (first & 0xfe) != 0xfc && !embedded;
  }
}
