package dev.assay.wiring;

import dev.assay.configuration.Settings;
import dev.assay.configuration.StorageCatalogue;
import dev.assay.home.Home;
import dev.assay.storage.S3Settings;
import dev.assay.storage.Storage;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;

/// The storage that the settings name.
public final class ChosenStorage {
  private ChosenStorage() {}

  public static Storage of(Settings settings, Home home, Clock clock) {
    if (settings.value(StorageCatalogue.KIND).equals(StorageCatalogue.S3)) {
      return Storage.s3(s3(settings), home.cacheFolder(), settings.value(StorageCatalogue.CACHE));
    }
    Optional<Path> folder = settings.find(StorageCatalogue.FOLDER).map(Path::toAbsolutePath);
    return folder
        .map(each -> Storage.folder(each, Storage.Reach.SHARED, clock.instant()))
        .orElseGet(
            () -> Storage.folder(home.blobFolder(), Storage.Reach.ONE_HOME, clock.instant()));
  }

  /// Whether several servers can use it.
  public static boolean isShared(Settings settings) {
    return settings.value(StorageCatalogue.KIND).equals(StorageCatalogue.S3)
        || settings.has(StorageCatalogue.FOLDER);
  }

  private static S3Settings s3(Settings settings) {
    return new S3Settings(
        settings.find(StorageCatalogue.S3_ENDPOINT),
        settings.value(StorageCatalogue.S3_REGION),
        settings.value(StorageCatalogue.S3_BUCKET),
        settings.value(StorageCatalogue.S3_PREFIX),
        settings
            .find(StorageCatalogue.S3_KEY)
            .map(key -> new S3Settings.AccessKey(key, settings.value(StorageCatalogue.S3_SECRET))),
        settings.value(StorageCatalogue.S3_PLAIN_HTTP)
            ? S3Settings.Transport.ANY
            : S3Settings.Transport.ENCRYPTED);
  }
}
