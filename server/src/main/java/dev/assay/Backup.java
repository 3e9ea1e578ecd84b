package dev.assay;

import dev.assay.configuration.Catalogue;
import dev.assay.configuration.ConversationCatalogue;
import dev.assay.configuration.Settings;
import dev.assay.configuration.StorageCatalogue;
import dev.assay.database.DatabaseAddress;
import dev.assay.database.EmbeddedDatabase;
import dev.assay.database.ExternalDatabase;
import dev.assay.database.TableDump;
import dev.assay.home.Home;
import dev.assay.home.HomeLock;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.wiring.ChosenStorage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// A whole installation in one archive: the content of its database, its files and its keys. Made
/// while no server runs on the home, so nothing of it is older than the rest.
public final class Backup {
  /// What of a home is kept. The rest is made anew: admitted trees from the archives, programs from
  /// Assay itself.
  private static final List<String> KEPT =
      List.of(
          "assay.yml",
          "blobs",
          "conversations",
          "sandboxes/layers",
          "sandboxes/bases",
          "signing-key.pem",
          "audit-anchor",
          "initial-admin-password");

  static final String LIST = "backup.json";
  static final String TABLES = "tables";
  private static final int FORMAT = 1;
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private Backup() {}

  /// What is in an archive.
  ///
  /// @param schema the number of the last migration
  /// @param files what of the home there was
  /// @param elsewhere folders outside of the home that are not in it
  public record Contents(
      int format,
      String version,
      String createdAt,
      String schema,
      List<TableDump.Table> tables,
      List<String> files,
      List<String> elsewhere) {
    public Contents {
      tables = List.copyOf(tables);
      files = List.copyOf(files);
      elsewhere = List.copyOf(elsewhere);
    }

    public long rows() {
      return tables.stream().mapToLong(TableDump.Table::rows).sum();
    }
  }

  /// Writes an archive; the file must not be there.
  ///
  /// @throws AssayException with `SERVER_ALREADY_RUNNING` or `BLOB_STORE_FAILED`
  public static Contents write(ServeOptions options, Path archive) {
    Settings settings = StartSettings.read(options);
    Home home = options.home();
    if (Files.exists(archive)) {
      throw failed(archive + " is there already. Choose another name.", null);
    }
    home.prepare();
    HomeLock lock = HomeLock.take(home);
    try (WorkFolder work = WorkFolder.beside(archive)) {
      Path tables = Files.createDirectory(work.path().resolve(TABLES));
      Contents contents;
      try (Database database = Database.open(settings, home)) {
        String schema = TableDump.schema(database.address());
        if (schema.isEmpty()) {
          throw failed("There is no installation in the home " + home.path() + ".", null);
        }
        contents =
            new Contents(
                FORMAT,
                Version.TEXT,
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                schema,
                TableDump.write(database.address(), tables),
                KEPT.stream().filter(each -> Files.exists(home.path().resolve(each))).toList(),
                elsewhere(settings));
      }
      Files.write(work.path().resolve(LIST), JSON.writeValueAsBytes(contents));
      pack(work.path(), home, contents.files(), archive);
      return contents;
    } catch (IOException | SQLException e) {
      throw failed("The backup could not be written: " + e.getMessage(), e);
    } finally {
      lock.close();
    }
  }

  private static void pack(Path work, Home home, List<String> files, Path archive)
      throws IOException {
    Path fresh = work.resolve("archive");
    Files.createFile(
        fresh, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    List<String> words = new ArrayList<>(List.of("--create", "--gzip", "--file", fresh.toString()));
    words.addAll(List.of("--directory", work.toString(), LIST, TABLES));
    words.addAll(List.of("--directory", home.path().toString()));
    words.addAll(files);
    Tar.run(words);
    Files.move(fresh, archive, StandardCopyOption.ATOMIC_MOVE);
  }

  private static List<String> elsewhere(Settings settings) {
    List<String> all = new ArrayList<>();
    settings.find(ConversationCatalogue.UPLOADS).map(Path::toString).ifPresent(all::add);
    settings.find(ConversationCatalogue.INTERMEDIATE).map(Path::toString).ifPresent(all::add);
    if (ChosenStorage.isShared(settings)) {
      all.add(
          settings
              .find(StorageCatalogue.FOLDER)
              .map(Path::toString)
              .orElseGet(() -> "s3://" + settings.value(StorageCatalogue.S3_BUCKET)));
    }
    return all;
  }

  static Contents contents(Path list) throws IOException {
    try {
      Contents contents = JSON.readValue(Files.readAllBytes(list), Contents.class);
      if (contents.format() != FORMAT) {
        throw failed(
            "The backup has the form %d; this Assay reads %d. Restore it with Assay %s."
                .formatted(contents.format(), FORMAT, contents.version()),
            null);
      }
      return contents;
    } catch (JacksonException e) {
      throw failed("The backup's list " + LIST + " cannot be read.", e);
    }
  }

  static AssayException failed(String message, @org.jspecify.annotations.Nullable Exception cause) {
    return new AssayException(ErrorCode.BLOB_STORE_FAILED, message, cause);
  }

  /// The database of an installation while no server runs on it.
  record Database(DatabaseAddress address, Optional<EmbeddedDatabase> embedded)
      implements AutoCloseable {
    static Database open(Settings settings, Home home) {
      if (settings.value(Catalogue.DATABASE_URL).equals("embedded")) {
        EmbeddedDatabase embedded = EmbeddedDatabase.start(home.databaseFolder());
        return new Database(embedded.address(), Optional.of(embedded));
      }
      DatabaseAddress address =
          new DatabaseAddress(
              settings.value(Catalogue.DATABASE_URL),
              settings.value(Catalogue.DATABASE_USER),
              settings.value(Catalogue.DATABASE_PASSWORD));
      ExternalDatabase.await(address, settings.value(Catalogue.DATABASE_PATIENCE));
      return new Database(address, Optional.empty());
    }

    @Override
    public void close() {
      embedded.ifPresent(EmbeddedDatabase::close);
    }
  }
}
