package dev.assay.backup;

import dev.assay.configuration.Catalogue;
import dev.assay.configuration.ConversationCatalogue;
import dev.assay.configuration.ServeOptions;
import dev.assay.configuration.Settings;
import dev.assay.configuration.StartSettings;
import dev.assay.configuration.Version;
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

/// Writes a whole installation into one archive: the content of its database, its files and its
/// keys. A server may run meanwhile. The tables are read as of one moment, and then the files that
/// they name. These files never change. If one of them is removed before it is read, the backup
/// starts over.
public final class Backup {
  private static final String CONVERSATIONS = "conversations";
  private static final String ANCHOR = "audit-anchor";
  private static final int ATTEMPTS = 3;

  /// The parts of a home that are kept. Restoring recreates the rest: admitted trees from the
  /// archives, programs from Assay itself.
  private static final List<String> KEPT =
      List.of(
          "assay.yml",
          "blobs",
          CONVERSATIONS,
          "sandboxes/layers",
          "sandboxes/bases",
          "signing-key.pem",
          ANCHOR,
          "initial-admin-password");

  static final String LIST = "backup.json";
  static final String TABLES = "tables";
  private static final int FORMAT = 1;
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private Backup() {}

  /// The content of an archive.
  ///
  /// @param schema which tables it has, as [TableDump#schema] says
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

  /// Writes an archive. The file must not exist.
  ///
  /// @throws AssayException with `BLOB_STORE_FAILED`, or with `SERVER_ALREADY_RUNNING` if a server
  ///   is just starting or stopping
  public static Contents write(ServeOptions options, Path archive) {
    Settings settings = StartSettings.read(options);
    Home home = options.home();
    if (Files.exists(archive)) {
      throw failed(archive + " is there already. Choose another name.", null);
    }
    home.prepare();
    try (Stillness stillness = Stillness.of(settings, home)) {
      DatabaseAddress address = stillness.address();
      if (!hasTables(address)) {
        throw failed("There is no installation in the home " + home.path() + ".", null);
      }
      for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
        try {
          Optional<Contents> written = attempt(settings, home, address, archive, stillness);
          if (written.isPresent()) {
            return written.get();
          }
        } catch (IOException e) {
          if (stillness.isComplete() || attempt == ATTEMPTS) { // else a file may be gone
            throw e;
          }
        }
      }
      throw failed(
          "The server removed files while they were read, %d times. Try again later, or stop the server first."
              .formatted(ATTEMPTS),
          null);
    } catch (IOException | SQLException e) {
      throw failed("The backup could not be written: " + e.getMessage(), e);
    }
  }

  /// Makes one attempt. Returns empty if a file was removed that the backup may need.
  private static Optional<Contents> attempt(
      Settings settings, Home home, DatabaseAddress address, Path archive, Stillness stillness)
      throws IOException, SQLException {
    try (WorkFolder work = WorkFolder.beside(archive)) {
      List<String> files =
          KEPT.stream().filter(each -> Files.exists(home.path().resolve(each))).toList();
      if (files.contains(ANCHOR)) { // an anchor older than the log is fine, a newer one is not
        Files.copy(home.path().resolve(ANCHOR), work.path().resolve(ANCHOR));
      }
      HomeFiles needed = new HomeFiles(home.path());
      needed.look();
      Contents contents =
          new Contents(
              FORMAT,
              Version.TEXT,
              Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
              TableDump.schema(address),
              TableDump.write(
                  address, Files.createDirectory(work.path().resolve(TABLES)), needed::look),
              files,
              elsewhere(settings));
      Files.write(work.path().resolve(LIST), JSON.writeValueAsBytes(contents));
      Path fresh = pack(work.path(), home, files, stillness);
      if (!needed.areThere()) {
        return Optional.empty();
      }
      Files.move(fresh, archive, StandardCopyOption.ATOMIC_MOVE);
      return Optional.of(contents);
    }
  }

  static boolean hasTables(DatabaseAddress address) {
    try {
      return !TableDump.schema(address).isEmpty();
    } catch (SQLException e) {
      throw failed("The database cannot be read: " + e.getMessage(), e);
    }
  }

  private static Path pack(Path work, Home home, List<String> files, Stillness stillness)
      throws IOException {
    Path fresh = work.resolve("archive");
    Files.createFile(
        fresh, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    List<String> words = new ArrayList<>(List.of("--create", "--gzip", "--file", fresh.toString()));
    HomeFiles.UNFINISHED.forEach(pattern -> words.add("--exclude=" + pattern));
    words.addAll(List.of("--directory", work.toString(), LIST, TABLES));
    if (files.contains(ANCHOR)) {
      words.add(ANCHOR);
    }
    words.addAll(List.of("--directory", home.path().toString()));
    files.stream().filter(each -> !each.equals(ANCHOR)).forEach(words::add);
    Tar.run(words, stillness.isComplete() ? "" : CONVERSATIONS);
    return fresh;
  }

  private static List<String> elsewhere(Settings settings) {
    List<String> all = new ArrayList<>();
    settings.find(ConversationCatalogue.UPLOADS).map(Path::toString).ifPresent(all::add);
    settings.find(ConversationCatalogue.INTERMEDIATE).map(Path::toString).ifPresent(all::add);
    if (ChosenStorage.isShared(settings)) {
      all.add(ChosenStorage.where(settings));
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

  /// The state of the server while a backup is made.
  ///
  /// @param lock the lock that keeps a server from starting; empty if a server runs
  private record Stillness(Optional<HomeLock> lock, Database database) implements AutoCloseable {
    static Stillness of(Settings settings, Home home) {
      HomeLock lock;
      try {
        lock = HomeLock.take(home);
      } catch (AssayException e) {
        if (e.code() != ErrorCode.SERVER_ALREADY_RUNNING) {
          throw e;
        }
        return new Stillness(Optional.empty(), Database.ofServer(settings, home, e));
      }
      try {
        return new Stillness(Optional.of(lock), Database.open(settings, home));
      } catch (RuntimeException e) {
        lock.close();
        throw e;
      }
    }

    DatabaseAddress address() {
      return database.address();
    }

    boolean isComplete() {
      return lock.isPresent();
    }

    @Override
    public void close() {
      database.close();
      lock.ifPresent(HomeLock::close);
    }
  }

  /// A connection to the database of an installation, with the embedded database if this process
  /// started it.
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

    /// Finds the database of a running server. Closing the result leaves that database running.
    static Database ofServer(Settings settings, Home home, AssayException otherwise) {
      if (!settings.value(Catalogue.DATABASE_URL).equals("embedded")) {
        return open(settings, home);
      }
      return new Database(
          EmbeddedDatabase.findRunning(home.databaseFolder()).orElseThrow(() -> otherwise),
          Optional.empty());
    }

    @Override
    public void close() {
      embedded.ifPresent(EmbeddedDatabase::close);
    }
  }
}
