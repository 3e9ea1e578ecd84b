package dev.assay.packages;

import dev.assay.packages.fetch.Credentials;
import dev.assay.packages.machine.NpmSetup.Authority;
import dev.assay.skill.Secret;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The credentials of npm by place, from the lines of its configuration that begin with `//`.
final class NpmAuthorities {
  private NpmAuthorities() {}

  static List<Credentials.Entry> entries(List<Authority> authorities) {
    Map<String, List<Authority>> places =
        authorities.stream()
            .collect(Collectors.groupingBy(Authority::place, TreeMap::new, Collectors.toList()));
    List<Credentials.Entry> entries = new ArrayList<>();
    places.forEach(
        (place, lines) -> {
          Map<String, String> values =
              lines.stream()
                  .collect(Collectors.toMap(Authority::kind, Authority::value, (a, b) -> b));
          if (values.containsKey("_authToken")) {
            add(entries, place, "", values.get("_authToken"));
          } else if (values.containsKey("_auth")) {
            String pair = decoded(values.get("_auth"));
            int colon = pair.indexOf(':');
            if (colon > 0) {
              add(entries, place, pair.substring(0, colon), pair.substring(colon + 1));
            }
          } else if (values.containsKey("username") && values.containsKey("_password")) {
            add(entries, place, values.get("username"), decoded(values.get("_password")));
          }
        });
    return entries;
  }

  /// Adds the entries of a place. npm names no scheme; without a port it means the usual ones.
  private static void add(
      List<Credentials.Entry> entries, String place, String login, String password) {
    int slash = place.indexOf('/');
    String host = slash < 0 ? place : place.substring(0, slash);
    String path = slash < 0 ? "/" : place.substring(slash);
    int colon = host.lastIndexOf(':');
    boolean withPort = colon > 0 && host.substring(colon + 1).matches("\\d{1,5}");
    List<Integer> ports =
        withPort ? List.of(Integer.parseInt(host.substring(colon + 1))) : List.of(443, 80);
    String name = withPort ? host.substring(0, colon) : host;
    ports.forEach(
        port -> entries.add(new Credentials.Entry(name, port, path, login, Secret.of(password))));
  }

  private static String decoded(String base64) {
    try {
      return new String(Base64.getDecoder().decode(base64.strip()), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return ""; // npm could not use it either
    }
  }
}
