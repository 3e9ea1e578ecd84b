package dev.assay.configuration;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Reads the addresses of package indexes. An address that does not fit causes an
/// [IllegalArgumentException]. Its message never repeats the address, which may hold a password.
final class PackageAddress {
  static final String ALLOWED =
      "address beginning with https://, http:// or file://, or a folder, without user and password"
          + " (those belong into `assay.packages.credentials`)";

  private PackageAddress() {}

  static URI read(String text) {
    try {
      URI address = text.startsWith("/") ? folder(text) : new URI(text);
      boolean plain =
          address.getRawUserInfo() == null
              && address.getRawQuery() == null
              && address.getRawFragment() == null;
      boolean known =
          switch (String.valueOf(address.getScheme())) {
            case "http", "https" -> address.getHost() != null;
            case "file" -> address.getHost() == null && address.getPath() != null;
            default -> false;
          };
      if (plain && known) {
        return address;
      }
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("not an address"); // the message leaves the text out
    }
    throw new IllegalArgumentException("not an address of a package index");
  }

  private static URI folder(String text) throws URISyntaxException {
    return new URI("file", "", Path.of(text).normalize().toString(), null);
  }

  static List<URI> readAll(String text) {
    List<URI> all = new ArrayList<>();
    for (String word : text.split(",", -1)) {
      if (!word.isBlank()) {
        all.add(read(word.strip()));
      }
    }
    return all;
  }

  /// Reads entries of the form `@scope=ADDRESS`, separated by commas.
  static Map<String, URI> readScopes(String text) {
    Map<String, URI> scopes = new TreeMap<>();
    for (String word : text.split(",", -1)) {
      int equals = word.indexOf('=');
      if (word.isBlank()) {
        continue;
      }
      String scope = equals < 0 ? "" : word.substring(0, equals).strip();
      if (!scope.matches("@[a-z0-9._~-]{1,100}") || scopes.containsKey(scope)) {
        throw new IllegalArgumentException("not a scope and its address, or one twice");
      }
      scopes.put(scope, read(word.substring(equals + 1).strip()));
    }
    return scopes;
  }
}
