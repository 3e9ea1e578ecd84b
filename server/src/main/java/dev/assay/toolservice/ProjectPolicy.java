package dev.assay.toolservice;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import dev.assay.skill.Words;
import dev.assay.skill.sandbox.Network;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// The permissions of a project beyond the offline use of approved skills. Only admins allow more;
/// owners can revoke them.
///
/// @param unreviewed the use of skills uploaded through the project before their approval; such
///   skills run from the base image and offline, whatever else is permitted here
/// @param packages the installation of packages from the operator's indexes by commands
public record ProjectPolicy(Permission unreviewed, Network network, Permission packages) {
  public static final ProjectPolicy STRICT =
      new ProjectPolicy(Permission.REFUSED, Network.blocked(), Permission.REFUSED);

  private static final Pattern HOST =
      Pattern.compile("(?:\\*\\.)?[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?(?::[0-9]{1,5})?");
  private static final int MOST_HOSTS = 50;

  /// A permission.
  public enum Permission {
    REFUSED,
    ALLOWED;

    public String word() {
      return Words.of(this);
    }

    public static Permission ofWord(String name, String word) {
      return Words.require(values(), Permission::word, name, word);
    }
  }

  /// @param mode `blocked`, `open` or `allow_list`
  /// @throws AssayException with `BAD_REQUEST` and the expected values
  public static Network network(String mode, List<String> hosts) {
    if (!mode.equals("allow_list") && !hosts.isEmpty()) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST, "allowed_hosts are for the network \"allow_list\" only.");
    }
    return switch (mode) {
      case "blocked" -> Network.blocked();
      case "open" -> Network.open();
      case "allow_list" -> new Network.AllowList(Set.copyOf(checked(hosts)));
      default ->
          throw new AssayException(
              ErrorCode.BAD_REQUEST,
              "network must be blocked, open or allow_list, not \"%s\"."
                  .formatted(Visible.line(mode, 40)));
    };
  }

  private static List<String> checked(List<String> hosts) {
    if (hosts.isEmpty() || hosts.size() > MOST_HOSTS) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST,
          "allowed_hosts must have 1 to %d entries for the network \"allow_list\"."
              .formatted(MOST_HOSTS));
    }
    for (String host : hosts) {
      if (!HOST.matcher(host).matches()) {
        throw new AssayException(
            ErrorCode.BAD_REQUEST,
            "\"%s\" is no host; use NAME, NAME:PORT or *.NAME.".formatted(Visible.line(host, 80)));
      }
    }
    return hosts;
  }

  /// The network's word in tables, JSON and on the command line.
  public String networkWord() {
    return network instanceof Network.AllowList ? "allow_list" : network.word();
  }

  public List<String> hosts() {
    return network instanceof Network.AllowList(Set<String> hosts)
        ? List.copyOf(new TreeSet<>(hosts))
        : List.of();
  }

  /// Says whether this policy allows no more than another. A list of hosts is not within an open
  /// network: it may name private addresses, which are closed there.
  boolean isWithin(ProjectPolicy other) {
    return unreviewed.compareTo(other.unreviewed) <= 0
        && packages.compareTo(other.packages) <= 0
        && (network.equals(other.network)
            || network instanceof Network.Blocked
            || (network instanceof Network.AllowList(Set<String> fewer)
                && other.network instanceof Network.AllowList(Set<String> more)
                && more.containsAll(fewer)));
  }
}
