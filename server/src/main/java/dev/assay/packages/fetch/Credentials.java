package dev.assay.packages.fetch;

import dev.assay.skill.Secret;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Credentials by place. The entry closest to an address counts.
public record Credentials(List<Entry> entries) {
  public static final Credentials NONE = new Credentials(List.of());

  public Credentials {
    entries = List.copyOf(entries);
  }

  /// @param host the host of the place, lower case
  /// @param port the port; 0 for any
  /// @param path the path above everything in the place; `/` for the whole host
  /// @param login the login; empty if the password is a token
  public record Entry(String host, int port, String path, String login, Secret password) {
    public Entry {
      host = host.toLowerCase(Locale.ROOT);
      path = path.endsWith("/") ? path : path + "/";
    }

    boolean covers(URI address) {
      String asked = address.getRawPath() == null ? "/" : address.getRawPath();
      return host.equals(HostAndPort.of(address).host())
          && (port == 0 || port == HostAndPort.of(address).port())
          && (asked + "/").startsWith(path);
    }

    private Secret header() {
      if (login.isEmpty()) {
        return Secret.of("Bearer " + password.reveal());
      }
      byte[] pair = (login + ":" + password.reveal()).getBytes(StandardCharsets.UTF_8);
      return Secret.of("Basic " + Base64.getEncoder().encodeToString(pair));
    }

    /// Names only the place.
    @Override
    public String toString() {
      return host + (port == 0 ? "" : ":" + port) + path + " ***";
    }
  }

  /// The value of `Authorization` for an address.
  public Optional<Secret> find(URI address) {
    return entries.stream()
        .filter(entry -> entry.covers(address))
        .max(
            Comparator.comparingInt((Entry entry) -> entry.path().length())
                .thenComparingInt(entry -> entry.port() == 0 ? 0 : 1))
        .map(Entry::header);
  }

  /// Adds the entries of another list for hosts that this one does not know.
  public Credentials orElse(Credentials others) {
    List<Entry> all = new ArrayList<>(entries);
    others.entries.stream()
        .filter(other -> entries.stream().noneMatch(own -> own.host().equals(other.host())))
        .forEach(all::add);
    return new Credentials(all);
  }
}
