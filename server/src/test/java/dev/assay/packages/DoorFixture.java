package dev.assay.packages;

import dev.assay.packages.fetch.Credentials;
import dev.assay.packages.fetch.ProxyChoice;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.testkit.packages.PackageServer;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A door to servers that tests run, which knows nothing of this machine's own configuration.
final class DoorFixture implements AutoCloseable {
  static final String WHEEL = "tiny_one-1.0-py3-none-any.whl";

  /// A busy machine may take a second for an answer.
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Path folder;
  private final List<Runnable> opened = new ArrayList<>();

  DoorFixture(Path folder) {
    this.folder = folder;
  }

  PackageServer server() {
    PackageServer server = PackageServer.start();
    opened.add(server::close);
    return server;
  }

  static PackageSources sources(URI pipIndex) {
    return sources(pipIndex, Credentials.NONE);
  }

  static PackageSources sources(URI pipIndex, Credentials credentials) {
    return sources(
        Optional.of(new Source(pipIndex, "assay.packages.pip.index", "a test")),
        Map.of(),
        credentials);
  }

  static PackageSources sources(Optional<Source> pipIndex, Map<Ecosystem, String> absent) {
    return sources(pipIndex, absent, Credentials.NONE);
  }

  private static PackageSources sources(
      Optional<Source> pipIndex, Map<Ecosystem, String> absent, Credentials credentials) {
    return new PackageSources(
        pipIndex,
        List.of(),
        List.of(),
        Optional.empty(),
        Map.of(),
        Optional.empty(),
        List.of(),
        absent,
        ProxyChoice.NONE,
        List.of(),
        credentials,
        PATIENCE);
  }

  /// For a server that never answers.
  static PackageSources impatient(PackageSources usual) {
    return new PackageSources(
        usual.pipIndex(),
        usual.pipExtraIndexes(),
        usual.pipFindLinks(),
        usual.npmRegistry(),
        usual.npmScopes(),
        usual.aptMirror(),
        usual.aptEntries(),
        usual.absent(),
        usual.proxy(),
        usual.certificates(),
        usual.credentials(),
        Duration.ofSeconds(1));
  }

  PackageDoor door(PackageSources sources) {
    PackageDoors doors = new PackageDoors(() -> sources, folder);
    opened.add(doors::close);
    PackageDoor door = doors.open();
    opened.add(door::close);
    return door;
  }

  PackageDoor door(PackageSettings settings) {
    PackageDoors doors = new PackageDoors(settings, folder);
    opened.add(doors::close);
    PackageDoor door = doors.open();
    opened.add(door::close);
    return door;
  }

  @Override
  public void close() {
    opened.reversed().forEach(Runnable::run);
  }
}
