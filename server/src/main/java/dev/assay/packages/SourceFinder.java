package dev.assay.packages;

import dev.assay.packages.fetch.Credentials;
import dev.assay.packages.fetch.ProxyChoice;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Puts settings and what this machine uses together.
final class SourceFinder {
  private SourceFinder() {}

  static PackageSources find(PackageSettings settings) {
    Map<String, Source> scopes = new TreeMap<>();
    settings
        .npmScopes()
        .orElse(Map.of())
        .forEach((scope, address) -> scopes.put(scope, set(address, "assay.packages.npm.scopes")));
    return new PackageSources(
        settings.pipIndex().map(address -> set(address, "assay.packages.pip.index")),
        all(settings.pipExtraIndexes(), "assay.packages.pip.extra-indexes"),
        all(settings.pipFindLinks(), "assay.packages.pip.find-links"),
        settings.npmRegistry().map(address -> set(address, "assay.packages.npm.registry")),
        scopes,
        settings.aptMirror().map(address -> set(address, "assay.packages.apt.mirror")),
        Map.of(),
        new ProxyChoice(settings.proxy(), List.of()),
        settings.certificates().stream().toList(),
        Credentials.NONE,
        settings.patience());
  }

  private static List<Source> all(Optional<List<URI>> addresses, String setting) {
    return addresses.orElse(List.of()).stream().map(address -> set(address, setting)).toList();
  }

  private static Source set(URI address, String setting) {
    return new Source(address, setting, setting);
  }
}
