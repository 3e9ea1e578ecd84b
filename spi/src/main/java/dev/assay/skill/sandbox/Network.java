package dev.assay.skill.sandbox;

import java.util.Set;

/// The network access of a sandbox. Loopback inside works in every mode and is never recorded.
public sealed interface Network {
  /// No packet leaves. Every attempt fails at once and is recorded.
  record Blocked() implements Network {}

  /// The outside is reachable; the host's own loopback, its own addresses and link-local addresses
  /// (where clouds keep their credentials) are not.
  record Open() implements Network {}

  /// The sandbox reaches only these hosts, as `name` or `name:port` or `*.name`, through a proxy
  /// that programs find in their environment. All else is as in [Blocked].
  record AllowList(Set<String> hosts) implements Network {
    public AllowList {
      hosts = Set.copyOf(hosts);
    }
  }

  /// The name of the mode for people and tables.
  default String word() {
    return switch (this) {
      case Blocked _ -> "blocked";
      case Open _ -> "open";
      case AllowList _ -> "allow-list";
    };
  }

  static Network blocked() {
    return new Blocked();
  }

  static Network open() {
    return new Open();
  }

  static Network allowing(String... hosts) {
    return new AllowList(Set.of(hosts));
  }
}
