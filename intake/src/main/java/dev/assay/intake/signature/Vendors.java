package dev.assay.intake.signature;

import com.google.re2j.Matcher;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/// The vendors that publish installers at their own address (`vendors.txt`). A host with a similar
/// name does not count: only the exact host does, or one below a domain that belongs to the vendor
/// alone.
public final class Vendors {
  /// A command that fetches, up to its first address.
  private static final Regex FETCH =
      new Regex(
          "(?i)\\b(?:curl|wget|irm|iwr|invoke-webrequest|invoke-restmethod|downloadstring)\\b[^|;&:\\n]*"
              + "https://([^\\s|;&\"'`)<>]+)"
              + "|\\b(?:irm|iwr)\\s+(?:-\\w+\\s+)*([a-z0-9-]+\\.[a-z0-9.-]+(?:/[^\\s|;&\"'`)<>]*)?)");

  private static final Regex ADDRESS = new Regex("(?i)\\b[a-z]+://([^\\s|;&\"'`)<>]+)");
  private static final Regex HOST = new Regex("[a-z0-9-]+(?:\\.[a-z0-9-]+)+");
  private static final Regex GITHUB =
      new Regex(
          "(?:raw\\.githubusercontent\\.com/([\\w.-]+)/|github\\.com/([\\w.-]+)/[\\w.-]+/(?:raw|releases)/).*");

  private static final Set<String> HOSTS = new HashSet<>();
  private static final Set<String> WITH_ALL_BELOW = new HashSet<>();
  private static final Set<String> OWNERS = new HashSet<>();
  private static final List<String> PATHS;

  static {
    List<String> lines = read();
    for (String line : lines) {
      if (line.startsWith("github ")) {
        OWNERS.add(line.substring("github ".length()).toLowerCase(Locale.ROOT));
      } else if (line.startsWith("*.")) {
        WITH_ALL_BELOW.add(line.substring(2));
      } else {
        HOSTS.add(line);
      }
    }
    PATHS = lines.stream().filter(line -> line.contains("/")).toList();
  }

  private Vendors() {}

  /// Returns a line without the commands that fetch only from vendors.
  public static String without(String line) {
    StringBuilder rest = new StringBuilder();
    Matcher fetch = FETCH.matcher(line);
    int end = 0;
    while (fetch.find()) {
      String address = fetch.group(1) != null ? fetch.group(1) : fetch.group(2);
      boolean ordinary = publishes(address) && !fetchesMore(line, fetch.end());
      rest.append(line, end, ordinary ? fetch.start() : fetch.end()).append(' ');
      end = fetch.end();
    }
    return rest.append(line, end, line.length()).toString();
  }

  /// Returns a line without the addresses of vendors.
  public static String withoutAddresses(String line) {
    StringBuilder rest = new StringBuilder();
    Matcher address = ADDRESS.matcher(line);
    int end = 0;
    while (address.find()) {
      boolean ordinary = publishes(Objects.requireNonNull(address.group(1)));
      rest.append(line, end, ordinary ? address.start() : address.end());
      end = address.end();
    }
    return rest.append(line, end, line.length()).toString();
  }

  /// Returns whether the command has a further address.
  private static boolean fetchesMore(String line, int from) {
    int address = line.indexOf("://", from);
    for (int at = from; at < address; at++) {
      if ("|;&".indexOf(line.charAt(at)) >= 0) {
        return false;
      }
    }
    return address >= 0;
  }

  /// @param address the address without `https://`
  public static boolean publishes(String address) {
    String wanted = address.toLowerCase(Locale.ROOT);
    int end = 0;
    while (end < wanted.length() && "/?#".indexOf(wanted.charAt(end)) < 0) {
      end++;
    }
    String host = wanted.substring(0, end);
    if (!HOST.matches(host)) {
      return false; // user information, a port, or another form that hides the host
    }
    String bare = host.startsWith("www.") ? host.substring("www.".length()) : host;
    return HOSTS.contains(bare)
        || liesBelow(host)
        || PATHS.stream().anyMatch(wanted::startsWith)
        || isOwners(wanted);
  }

  private static boolean liesBelow(String host) {
    for (int at = 0; at >= 0; at = host.indexOf('.', at + 1)) {
      if (WITH_ALL_BELOW.contains(host.substring(at == 0 ? 0 : at + 1))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isOwners(String address) {
    Matcher github = GITHUB.matcher(address);
    return github.matches()
        && OWNERS.contains(
            Objects.requireNonNull(github.group(1) != null ? github.group(1) : github.group(2)));
  }

  private static List<String> read() {
    try (InputStream in =
        Objects.requireNonNull(Vendors.class.getResourceAsStream("vendors.txt"), "vendors.txt")) {
      Stream<String> lines = new String(in.readAllBytes(), StandardCharsets.UTF_8).lines();
      return lines.filter(line -> !line.isBlank() && !line.startsWith("#")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
