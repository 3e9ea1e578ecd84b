package dev.assay.wiring;

import dev.assay.configuration.Settings;
import dev.assay.configuration.StorageCatalogue;
import dev.assay.home.Home;
import dev.assay.storage.Storage;
import dev.assay.storage.settings.AllowedTransport;
import dev.assay.storage.settings.GcsSettings;
import dev.assay.storage.settings.GcsSettings.Identity;
import dev.assay.storage.settings.S3Settings;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;

/// Creates the storage that the settings name.
public final class ChosenStorage {
  private ChosenStorage() {}

  public static Storage of(Settings settings, Home home, Clock clock) {
    long most = settings.value(StorageCatalogue.CACHE);
    return switch (settings.value(StorageCatalogue.KIND)) {
      case StorageCatalogue.S3 -> Storage.s3(s3(settings), home.cacheFolder(), most);
      case StorageCatalogue.GCS -> Storage.gcs(gcs(settings), home.cacheFolder(), most, clock);
      default -> folder(settings, home, clock);
    };
  }

  private static Storage folder(Settings settings, Home home, Clock clock) {
    Optional<Path> folder = settings.find(StorageCatalogue.FOLDER).map(Path::toAbsolutePath);
    return folder
        .map(each -> Storage.folder(each, Storage.Reach.SHARED, clock.instant()))
        .orElseGet(
            () -> Storage.folder(home.blobFolder(), Storage.Reach.ONE_HOME, clock.instant()));
  }

  /// Tests whether several servers can share the storage.
  public static boolean isShared(Settings settings) {
    return !settings.value(StorageCatalogue.KIND).equals("folder")
        || settings.has(StorageCatalogue.FOLDER);
  }

  /// Describes the storage without secrets.
  public static String where(Settings settings) {
    return switch (settings.value(StorageCatalogue.KIND)) {
      case StorageCatalogue.S3 -> s3(settings).where();
      case StorageCatalogue.GCS -> gcs(settings).where();
      default ->
          settings
              .find(StorageCatalogue.FOLDER)
              .map(folder -> folder.toAbsolutePath().toString())
              .orElse("the home");
    };
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
        transport(settings.value(StorageCatalogue.S3_PLAIN_HTTP)));
  }

  private static GcsSettings gcs(Settings settings) {
    Identity otherwise =
        settings.value(StorageCatalogue.GCS_CREDENTIALS).equals(StorageCatalogue.NOBODY)
            ? new Identity.Nobody()
            : Identity.Machine.GOOGLE;
    return new GcsSettings(
        settings.value(StorageCatalogue.GCS_ENDPOINT),
        settings.value(StorageCatalogue.GCS_BUCKET),
        settings.value(StorageCatalogue.GCS_PREFIX),
        settings
            .find(StorageCatalogue.GCS_KEY_FILE)
            .<Identity>map(file -> new Identity.KeyFile(file.toAbsolutePath()))
            .orElse(otherwise),
        transport(settings.value(StorageCatalogue.GCS_PLAIN_HTTP)));
  }

  private static AllowedTransport transport(boolean plain) {
    return plain ? AllowedTransport.ANY : AllowedTransport.ENCRYPTED;
  }
}
