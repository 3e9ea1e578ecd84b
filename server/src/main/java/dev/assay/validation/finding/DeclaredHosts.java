package dev.assay.validation.finding;

import dev.assay.skill.Manifest;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The hosts that a skill declares: every host name in `compatibility`, and those in
/// `metadata.network`, a string of names separated by blanks or commas. `*.example.org` means every
/// name below example.org, `*` means any.
public final class DeclaredHosts {
  private static final Pattern NAME =
      Pattern.compile("(?:\\*\\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.){1,10}[a-z]{2,63}");
  private static final String FIELD = "network";

  private final Set<String> hosts;

  private DeclaredHosts(Set<String> hosts) {
    this.hosts = hosts;
  }

  public static DeclaredHosts of(Manifest manifest) {
    Set<String> hosts = new HashSet<>();
    Matcher names = NAME.matcher(manifest.compatibility().orElse("").toLowerCase(Locale.ROOT));
    while (names.find()) {
      hosts.add(names.group());
    }
    String listed = manifest.metadata().getOrDefault(FIELD, "").toLowerCase(Locale.ROOT);
    for (String each : listed.split("[\\s,;]+", -1)) {
      hosts.add(host(each.replaceFirst("^[a-z]{1,10}://", "").replaceFirst("/.*$", "")));
    }
    hosts.remove("");
    return new DeclaredHosts(Set.copyOf(hosts));
  }

  /// Returns the undeclared hosts, each once, in order.
  ///
  /// @param places the places as `host:port`, or as a name alone
  public List<String> undeclared(Collection<String> places) {
    Set<String> undeclared = new TreeSet<>();
    for (String place : places) {
      String host = host(place.toLowerCase(Locale.ROOT));
      if (!names(host)) {
        undeclared.add(host);
      }
    }
    return List.copyOf(undeclared);
  }

  private boolean names(String host) {
    return hosts.contains("*")
        || hosts.contains(host)
        || hosts.stream()
            .anyMatch(each -> each.startsWith("*.") && host.endsWith(each.substring(1)));
  }

  private static String host(String place) {
    return place.replaceFirst(":\\d{1,5}$", "").replaceFirst("\\.$", "");
  }
}
