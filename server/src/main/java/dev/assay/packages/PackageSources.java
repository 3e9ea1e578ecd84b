package dev.assay.packages;

import dev.assay.packages.fetch.Credentials;
import dev.assay.packages.fetch.Fetcher;
import dev.assay.packages.fetch.HostAndPort;
import dev.assay.packages.fetch.ProxyChoice;
import dev.assay.packages.format.AptSources;
import dev.assay.skill.dependency.Ecosystem;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// The known sources of packages.
///
/// @param aptMirror the mirror for the main archive of a base
/// @param aptEntries the archives that this machine itself uses
/// @param absent for each ecosystem without an index the reason why there is none
public record PackageSources(
    Optional<Source> pipIndex,
    List<Source> pipExtraIndexes,
    List<Source> pipFindLinks,
    Optional<Source> npmRegistry,
    Map<String, Source> npmScopes,
    Optional<Source> aptMirror,
    List<AptSources.Entry> aptEntries,
    Map<Ecosystem, String> absent,
    ProxyChoice proxy,
    List<Path> certificates,
    Credentials credentials,
    Duration patience) {
  public PackageSources {
    pipIndex = pipIndex.map(Source::asFolder);
    pipExtraIndexes = pipExtraIndexes.stream().map(Source::asFolder).toList();
    pipFindLinks = List.copyOf(pipFindLinks);
    npmRegistry = npmRegistry.map(Source::asFolder);
    Map<String, Source> folders = new TreeMap<>();
    npmScopes.forEach((scope, source) -> folders.put(scope, source.asFolder()));
    npmScopes = java.util.Collections.unmodifiableMap(folders);
    aptMirror = aptMirror.map(Source::asFolder);
    aptEntries = List.copyOf(aptEntries);
    absent = absent.isEmpty() ? Map.of() : Map.copyOf(new EnumMap<>(absent));
    certificates = List.copyOf(certificates);
  }

  /// All indexes of pip that have a page for each project.
  List<Source> pipIndexes() {
    List<Source> all = new ArrayList<>();
    pipIndex.ifPresent(all::add);
    all.addAll(pipExtraIndexes);
    return all;
  }

  /// All registries of npm, the default registry first if there is one.
  List<Source> npmRegistries() {
    List<Source> all = new ArrayList<>();
    npmRegistry.ifPresent(all::add);
    all.addAll(npmScopes.values());
    return all;
  }

  Fetcher.Means means() {
    return new Fetcher.Means(credentials, proxy, certificates, patience);
  }

  List<Source> all() {
    List<Source> all = new ArrayList<>(pipIndexes());
    all.addAll(pipFindLinks);
    all.addAll(npmRegistries());
    aptMirror.ifPresent(all::add);
    return all;
  }

  Set<HostAndPort> places() {
    Set<HostAndPort> places = new HashSet<>();
    for (Source source : all()) {
      if (source.address().getHost() != null) {
        places.add(HostAndPort.of(source.address()));
      }
    }
    for (AptSources.Entry entry : aptEntries) {
      if (entry.address().getHost() != null) {
        places.add(HostAndPort.of(entry.address()));
      }
    }
    return places;
  }
}
