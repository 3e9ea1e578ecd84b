package dev.assay.packages;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The operator's sources of packages. A setting that is empty is taken from this machine's own
/// pip, npm and apt. Addresses are `http`, `https` or `file`, without user and password.
///
/// @param npmScopes the registries of scopes: `@scope`
/// @param proxy the proxy for all hosts but this machine
/// @param certificates a PEM file with more authorities to trust
/// @param credentials a netrc file that only its owner can read
/// @param patience the timeout of an index
public record PackageSettings(
    Optional<URI> pipIndex,
    Optional<List<URI>> pipExtraIndexes,
    Optional<List<URI>> pipFindLinks,
    Optional<URI> npmRegistry,
    Optional<Map<String, URI>> npmScopes,
    Optional<URI> aptMirror,
    Optional<URI> proxy,
    Optional<Path> certificates,
    Optional<Path> credentials,
    Duration patience) {
  public static final Duration PATIENCE = Duration.ofSeconds(20);

  public PackageSettings {
    pipExtraIndexes = pipExtraIndexes.map(List::copyOf);
    pipFindLinks = pipFindLinks.map(List::copyOf);
    npmScopes = npmScopes.map(Map::copyOf);
  }

  /// Settings without any value.
  public static PackageSettings none() {
    return new PackageSettings(
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        PATIENCE);
  }
}
