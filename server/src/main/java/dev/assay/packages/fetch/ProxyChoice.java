package dev.assay.packages.fetch;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The operator's HTTP proxy, and its exceptions: this machine, and the listed names.
///
/// @param proxy the address without user and password
/// @param exceptions names and endings of names, as in `NO_PROXY`
public record ProxyChoice(Optional<URI> proxy, List<String> exceptions) {
  public static final ProxyChoice NONE = new ProxyChoice(Optional.empty(), List.of());

  public ProxyChoice {
    exceptions = List.copyOf(exceptions);
  }

  /// The proxy for an address; empty for a direct connection.
  public Optional<HostAndPort> find(URI address) {
    String host = HostAndPort.of(address).host();
    boolean own = host.equals("localhost") || host.startsWith("127.") || host.equals("[::1]");
    boolean excepted = own || exceptions.stream().anyMatch(each -> matches(each, host));
    return excepted ? Optional.empty() : proxy.map(HostAndPort::of);
  }

  private static boolean matches(String exception, String host) {
    String name = exception.strip().toLowerCase(Locale.ROOT).replaceFirst(":\\d+$", "");
    String bare = name.startsWith("*.") ? name.substring(1) : name;
    if (bare.equals("*")) {
      return true;
    }
    return !bare.isEmpty()
        && (host.equals(bare) || host.endsWith(bare.startsWith(".") ? bare : "." + bare));
  }

  ProxySelector selector() {
    return new ProxySelector() {
      @Override
      public List<Proxy> select(URI address) {
        return List.of(
            find(address)
                .map(
                    place ->
                        new Proxy(
                            Proxy.Type.HTTP, new InetSocketAddress(place.host(), place.port())))
                .orElse(Proxy.NO_PROXY));
      }

      @Override
      public void connectFailed(URI address, SocketAddress proxy, IOException failure) {
        // the caller sees the failure
      }
    };
  }
}
