package dev.assay.storage.settings;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Locale;

/// The transport that an address may use.
public enum AllowedTransport {
  /// TLS, or any transport to this machine itself.
  ENCRYPTED,
  /// Plain HTTP to other machines, too.
  ANY;

  public boolean permits(URI address) {
    return this == ANY || "https".equals(address.getScheme()) || isLoopback(address.getHost());
  }

  private static boolean isLoopback(String host) {
    String name = host.toLowerCase(Locale.ROOT);
    if (name.equals("localhost")) {
      return true;
    }
    boolean number = name.matches("[0-9.]+") || name.startsWith("[");
    try {
      return number && InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }
}
