package dev.assay.skill.sandbox;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// Evidence of a sandbox's attempts to reach the network, recorded from outside. Loopback inside is
/// never recorded.
///
/// @param proof the proof that a blocked network is offline
/// @param lost the number of further packets or destinations that could not be recorded; evidence
///   with losses never means that nothing was tried
public record NetworkEvidence(
    List<Destination> destinations, List<Lookup> lookups, Optional<String> proof, long lost) {
  /// The fate of an attempt: refused or let out.
  public enum Answer {
    REFUSED,
    PASSED
  }

  /// An address and port.
  ///
  /// @param host the name of the lookup that gave the address, else empty
  public record Destination(
      String protocol,
      String host,
      String address,
      int port,
      long attempts,
      Instant first,
      Instant last,
      Answer answer) {
    /// `host:port`, with the address if no name was used.
    public String place() {
      return (host.isEmpty() ? address : host) + ":" + port;
    }
  }

  /// A name that was looked up.
  public record Lookup(String name, String type, long attempts, Instant first, Instant last) {}

  public NetworkEvidence {
    destinations = List.copyOf(destinations);
    lookups = List.copyOf(lookups);
  }

  /// The distinct `host:port` of all attempts, and names that were looked up without a connection
  /// after it.
  public Set<String> attempted() {
    return attempts().keySet();
  }

  /// The same as [#attempted()], each with the time of its first attempt. Lookups of addresses
  /// (PTR) are noise and left out.
  public SortedMap<String, Instant> attempts() {
    SortedMap<String, Instant> places = new TreeMap<>();
    Set<String> hosts = new TreeSet<>();
    for (Destination destination : destinations) {
      places.merge(destination.place(), destination.first(), NetworkEvidence::earlier);
      hosts.add(destination.host());
    }
    for (Lookup lookup : lookups) {
      boolean address = lookup.type().equals("PTR") || lookup.name().endsWith(".arpa");
      if (!address && !hosts.contains(lookup.name())) {
        places.merge(lookup.name(), lookup.first(), NetworkEvidence::earlier);
      }
    }
    return places;
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }
}
