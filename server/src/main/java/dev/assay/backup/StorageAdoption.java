package dev.assay.backup;

import dev.assay.configuration.ServeOptions;
import dev.assay.configuration.Settings;
import dev.assay.configuration.StartSettings;
import dev.assay.database.DatabaseAddress;
import dev.assay.home.Home;
import dev.assay.home.HomeLock;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.storage.Storage;
import dev.assay.storage.StorageIdentity;
import dev.assay.wiring.ChosenStorage;
import java.time.Clock;
import java.util.Optional;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/// Assigns a shared storage to a database that was restored or moved.
public final class StorageAdoption {
  private StorageAdoption() {}

  /// The result of an adoption.
  ///
  /// @param storage the description of the storage
  /// @param before the database to which the storage belonged; empty if it was this one
  public record Adopted(String storage, Optional<String> before) {}

  /// @throws AssayException if the storage belongs neither to this database nor to a copy of it
  public static Adopted adopt(ServeOptions options) {
    Settings settings = StartSettings.read(options);
    Home home = options.home();
    if (!ChosenStorage.isShared(settings)) {
      throw new AssayException(
          ErrorCode.CONFIGURATION_INVALID,
          "The files of this installation are below its home and belong to it. Only a storage that"
              + " servers share (assay.storage.kind, assay.storage.folder) is taken over.");
    }
    home.prepare();
    HomeLock lock = HomeLock.take(home);
    Clock clock = Clock.systemUTC();
    try (Backup.Database database = Backup.Database.open(settings, home);
        Storage storage = ChosenStorage.of(settings, home, clock)) {
      DatabaseAddress address = database.address();
      if (!Backup.hasTables(address)) {
        throw new AssayException(
            ErrorCode.CONFIGURATION_INVALID,
            "There is no installation in the database " + address.url() + ". Restore it first.");
      }
      JdbcClient jdbc =
          JdbcClient.create(
              new DriverManagerDataSource(
                  address.url(), address.user(), address.password().reveal()));
      return new Adopted(storage.where(), new StorageIdentity(jdbc, storage, clock).adopt());
    } catch (DataAccessException e) {
      throw new AssayException(
          ErrorCode.CONFIGURATION_INVALID,
          "The tables of this database are not those of a server with a shared storage: "
              + e.getMostSpecificCause().getMessage(),
          e);
    } finally {
      lock.close();
    }
  }
}
