package dev.assay.sandbox.local.network;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Where a connection through the proxy leads. Everything sent over it has to be for the same host:
/// many servers behind one address answer for the host that a request names.
record Destination(String host, int port) {
  private static final Pattern AUTHORITY =
      Pattern.compile("(?:[^@]*@)?(\\[[^\\]]*]|[^:]*)(?::(\\d*))?");

  /// The first of these that names another host, or a port that is another one.
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

  /// As the header `Host` has it.
  String authority(int usual) {
    return port == usual ? host : host + ":" + port;
  }

  private static String plain(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("\\.$", "");
  }
}
