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

/// Opens doors. The sources of packages are determined when the first one is opened.
public final class PackageDoors implements AutoCloseable {
  private final Supplier<PackageSources> finder;
  private final Path folder;
  private @Nullable Ready ready;

  private record Ready(PackageSources sources, Fetcher fetcher) {}

  /// Reads the files that the settings name at once, and the configuration of this machine's own
  /// tools when the first door is opened.
  ///
  /// @param folder the folder where files that come through are kept while their door is open
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

  /// Deletes the files of the doors of a killed server.
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

  /// Permits passwords of proxies. It must be called before this process uses HTTP: Java would
  /// otherwise not send the password of a proxy.
  public static void permitProxyPasswords() {
    Fetcher.permitProxyPasswords();
  }

  /// The sources of packages.
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
