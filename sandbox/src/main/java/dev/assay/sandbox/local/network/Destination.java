package dev.assay.sandbox.local.network;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The destination of a connection through the proxy. All requests on it have to name the same
/// host, because servers behind one address serve the host that a request names.
record Destination(String host, int port) {
  private static final Pattern AUTHORITY =
      Pattern.compile("(?:[^@]*@)?(\\[[^\\]]*]|[^:]*)(?::(\\d*))?");

  /// The first of these that names another host or another port.
  Optional<String> other(List<String> claimed) {
    return claimed.stream().filter(each -> !isSame(each)).findFirst();
  }

  private boolean isSame(String claimed) {
    Matcher authority = AUTHORITY.matcher(claimed.strip());
    return authority.matches()
        && plain(authority.group(1)).equals(plain(host))
        && (authority.group(2) == null
            || authority.group(2).isEmpty()
            || authority.group(2).equals(Integer.toString(port)));
  }

  /// The value of the header `Host`.
  String authority(int usual) {
    return port == usual ? host : host + ":" + port;
  }

  private static String plain(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("\\.$", "");
  }
}
