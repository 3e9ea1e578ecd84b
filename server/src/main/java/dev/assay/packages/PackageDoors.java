package dev.assay.packages;

import dev.assay.packages.fetch.Fetcher;
import dev.assay.packages.fetch.Reach;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Opens doors. Where packages come from is found out when the first one is opened.
public final class PackageDoors implements AutoCloseable {
  private final Supplier<PackageSources> finder;
  private final Path folder;
  private @Nullable Ready ready;

  private record Ready(PackageSources sources, Fetcher fetcher) {}

  /// Files that the settings name are looked at now, this machine's own tools when the first door
  /// is opened.
  ///
  /// @param folder where files that come through are kept for as long as their door is open
  /// @throws AssayException with `CONFIGURATION_INVALID` if a file of certificates or credentials
  ///   cannot be used
  public PackageDoors(PackageSettings settings, Path folder) {
    this(() -> SourceFinder.find(settings, System.getenv()), folder);
    SourceFinder.check(settings);
  }

  PackageDoors(Supplier<PackageSources> finder, Path folder) {
    this.finder = finder;
    this.folder = folder;
  }

  /// Deletes what the doors of a killed server left.
  public void sweep() {
    if (Files.isDirectory(folder)) {
      new KeptFiles(folder).delete();
    }
  }

  public PackageDoor open() {
    Ready now = ready();
    try {
      Files.createDirectories(folder);
      return new PackageDoor(
          now.sources(), now.fetcher(), Files.createTempDirectory(folder, "door"));
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.VALIDATION_ERROR, "No folder for packages can be made in " + folder + ".", e);
    }
  }

  /// To be called before anything in this process speaks HTTP: Java would otherwise keep the
  /// password of a proxy to itself.
  public static void permitProxyPasswords() {
    Fetcher.permitProxyPasswords();
  }

  /// Where packages come from.
  public PackageSources sources() {
    return ready().sources();
  }

  private synchronized Ready ready() {
    if (ready == null) {
      PackageSources sources = finder.get();
      ready = new Ready(sources, new Fetcher(sources.means(), new Reach(sources.places())));
    }
    return ready;
  }

  @Override
  public synchronized void close() {
    if (ready != null) {
      ready.fetcher().close();
    }
  }
}
