package dev.assay.packages;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Settings of which a test names only what it is about.
final class PackageSettingsDraft {
  private Optional<URI> pipIndex = Optional.empty();
  private Optional<List<URI>> pipExtraIndexes = Optional.empty();
  private Optional<List<URI>> pipFindLinks = Optional.empty();
  private Optional<URI> npmRegistry = Optional.empty();
  private Optional<Map<String, URI>> npmScopes = Optional.empty();
  private Optional<URI> aptMirror = Optional.empty();
  private Optional<URI> proxy = Optional.empty();
  private Optional<Path> certificates = Optional.empty();
  private Optional<Path> credentials = Optional.empty();
  private Duration patience = PackageSettings.PATIENCE;

  PackageSettingsDraft withPip(URI index, URI... extraIndexes) {
    pipIndex = Optional.of(index);
    pipExtraIndexes = Optional.of(List.of(extraIndexes));
    return this;
  }

  PackageSettingsDraft withFindLinks(URI... folders) {
    pipFindLinks = Optional.of(List.of(folders));
    return this;
  }

  PackageSettingsDraft withNpm(URI registry, Map<String, URI> scopes) {
    npmRegistry = Optional.of(registry);
    npmScopes = Optional.of(scopes);
    return this;
  }

  PackageSettingsDraft withApt(URI mirror) {
    aptMirror = Optional.of(mirror);
    return this;
  }

  PackageSettingsDraft withProxy(URI address) {
    proxy = Optional.of(address);
    return this;
  }

  PackageSettingsDraft withCertificates(Path file) {
    certificates = Optional.of(file);
    return this;
  }

  PackageSettingsDraft withCredentials(Path file) {
    credentials = Optional.of(file);
    return this;
  }

  PackageSettingsDraft withPatience(Duration time) {
    patience = time;
    return this;
  }

  PackageSettings settings() {
    return new PackageSettings(
        pipIndex,
        pipExtraIndexes,
        pipFindLinks,
        npmRegistry,
        npmScopes,
        aptMirror,
        proxy,
        certificates,
        credentials,
        patience);
  }
}
