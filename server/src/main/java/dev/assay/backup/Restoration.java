package dev.assay.backup;

import dev.assay.audit.AuditAnchor;
import dev.assay.audit.AuditCheck;
import dev.assay.audit.AuditLog;
import dev.assay.configuration.ServeOptions;
import dev.assay.configuration.Settings;
import dev.assay.configuration.StartSettings;
import dev.assay.database.DatabaseAddress;
import dev.assay.database.Migrations;
import dev.assay.database.TableDump;
import dev.assay.home.Home;
import dev.assay.home.HomeLock;
import dev.assay.skill.AssayException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.support.TransactionTemplate;

/// Restores a [Backup] into an empty home and an empty database. The database may be of the other
/// kind, so that an installation can move from the embedded database to an external PostgreSQL and
/// back.
public final class Restoration {
  /// Files that may exist in the home before a restore.
  private static final List<String> HARMLESS =
      List.of("assay.yml", "lock", "private.lock", "private-server.log");

  private Restoration() {}

  /// @throws AssayException if the archive cannot be used, or if the home or the database is not
  ///   empty
  public static Backup.Contents restore(ServeOptions options, Path archive) {
    Home home = options.home();
    if (!Files.isReadable(archive)) {
      throw Backup.failed("The backup " + archive + " cannot be read.", null);
    }
    home.prepare();
    HomeLock lock = HomeLock.take(home);
    try {
      requireEmpty(home);
      try (WorkFolder work = WorkFolder.beside(home.path().resolve("backup"))) {
        Tar.run(
            List.of(
                "--extract",
                "--gzip",
                "--same-permissions",
                "--file",
                archive.toAbsolutePath().toString(),
                "--directory",
                work.path().toString()));
        Backup.Contents contents = Backup.contents(work.path().resolve(Backup.LIST));
        moveSettings(work.path(), home);
        Settings settings = StartSettings.read(options);
        try (Backup.Database database = Backup.Database.open(settings, home)) {
          fill(database.address(), work.path().resolve(Backup.TABLES), contents);
          requireIntactAudit(database.address());
        }
        moveFiles(work.path(), home, contents);
        return contents;
      }
    } catch (IOException | SQLException e) {
      throw Backup.failed(
          "The backup could not be restored: %s Remove what is in the home %s and in the database, and try again."
              .formatted(e.getMessage(), home.path()),
          e);
    } finally {
      lock.close();
    }
  }

  private static void requireEmpty(Home home) throws IOException {
    try (var all = Files.list(home.path())) {
      List<String> there =
          all.map(file -> String.valueOf(file.getFileName()))
              .filter(name -> !HARMLESS.contains(name))
              .sorted()
              .toList();
      if (!there.isEmpty()) {
        throw Backup.failed(
            "The home %s is not empty: %s. Choose another one with ASSAY_HOME."
                .formatted(home.path(), there),
            null);
      }
    }
  }

  /// Moves the settings file of the backup into the home, unless the home has its own.
  private static void moveSettings(Path work, Home home) throws IOException {
    Path kept = work.resolve("assay.yml");
    if (Files.exists(kept) && Files.notExists(home.configurationFile())) {
      Files.move(kept, home.configurationFile());
    }
  }

  /// Fills the database with the tables of the backup. The next start migrates them to the current
  /// schema.
  private static void fill(DatabaseAddress address, Path tables, Backup.Contents contents)
      throws SQLException, IOException {
    if (!TableDump.isEmpty(address)) {
      throw Backup.failed(
          "The database %s has tables already. Name an empty one with assay.database.url."
              .formatted(address.url()),
          null);
    }
    LoggingSystem.get(Restoration.class.getClassLoader())
        .setLogLevel("org.flywaydb", LogLevel.WARN); // a line for each migration
    Migrations.apply(address, contents.schema().split(" ", 2)[0]);
    if (!TableDump.schema(address).equals(contents.schema())) {
      throw Backup.failed(
          "The backup was made by Assay %s, whose tables (%s) this Assay does not know. Use that one."
              .formatted(contents.version(), contents.schema()),
          null);
    }
    TableDump.read(address, tables, contents.tables());
  }

  private static void requireIntactAudit(DatabaseAddress address) {
    DriverManagerDataSource source =
        new DriverManagerDataSource(address.url(), address.user(), address.password().reveal());
    AuditCheck check =
        new AuditLog(
                JdbcClient.create(source),
                new TransactionTemplate(new DataSourceTransactionManager(source)),
                Clock.systemUTC(),
                () -> "",
                AuditAnchor.NONE)
            .verify();
    if (!check.intact()) {
      throw Backup.failed(
          "The audit log in the backup is not what was written: " + check.breaks(), null);
    }
  }

  private static void moveFiles(Path work, Home home, Backup.Contents contents) throws IOException {
    for (String name : contents.files()) {
      Path target = home.path().resolve(name).normalize();
      if (!target.startsWith(home.path())) {
        throw new IOException("The backup names a file outside of the home: " + name);
      }
      Path from = work.resolve(name);
      if (Files.exists(from) && Files.notExists(target)) {
        Files.createDirectories(target.getParent());
        Files.move(from, target);
      }
    }
  }
}
