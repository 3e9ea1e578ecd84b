package dev.assay;

import dev.assay.database.DatabaseAddress;
import dev.assay.database.EmbeddedDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionTemplate;

/// A real, migrated, empty database for a test class, on a PostgreSQL shared by the process. The
/// migrations run once, and every database is a copy of the migrated one.
public final class TestDatabase {
  private static final EmbeddedDatabase SERVER = start();
  private static final DataSource ADMINISTRATION = administration();
  private static final String MIGRATED = migrate();
  private static final String WITH_ADMIN = addAdmin();

  private final DatabaseAddress address;
  private final DataSource source;

  public TestDatabase() {
    this(MIGRATED);
  }

  private TestDatabase(String template) {
    address = create("template " + template);
    source = source(address);
  }

  /// Creates a database in which the admin of [TestServer] can sign in. Hashing and comparing that
  /// password would take each server half a second of a processor.
  public static TestDatabase withAdmin() {
    return new TestDatabase(WITH_ADMIN);
  }

  /// The address of a database without a single table.
  public static DatabaseAddress empty() {
    return create("");
  }

  public DatabaseAddress address() {
    return address;
  }

  public DataSource source() {
    return source;
  }

  public JdbcClient jdbc() {
    return JdbcClient.create(source);
  }

  public TransactionOperations transactions() {
    return new TransactionTemplate(new DataSourceTransactionManager(source));
  }

  private static DatabaseAddress create(String how) {
    String name = "test_" + UUID.randomUUID().toString().replace("-", "");
    DatabaseAddress server = SERVER.address();
    JdbcClient.create(ADMINISTRATION).sql("create database " + name + " " + how).update();
    return new DatabaseAddress(
        server.url().replace("/postgres", "/" + name), server.user(), server.password());
  }

  /// Migrates through connections that end at once, because a database with a connection cannot be
  /// copied.
  private static String migrate() {
    DatabaseAddress address = create("");
    Flyway.configure()
        .dataSource(address.url(), address.user(), address.password().reveal())
        .load()
        .migrate();
    return name(address);
  }

  private static String addAdmin() {
    DatabaseAddress address = create("template " + MIGRATED);
    JdbcClient.create(
            new DriverManagerDataSource(address.url(), address.user(), address.password().reveal()))
        .sql(
            """
            insert into account (id, name, role, origin, password_hash, must_change_password, created_at)
            values (?, 'admin', 'admin', 'local', ?, false, now())
            """)
        .params(UUID.randomUUID(), new BCryptPasswordEncoder(4).encode(TestServer.ADMIN_PASSWORD))
        .update();
    return name(address);
  }

  private static String name(DatabaseAddress address) {
    return address.url().substring(address.url().lastIndexOf('/') + 1);
  }

  private static DataSource source(DatabaseAddress address) {
    return new RecycledConnections(address.url(), address.user(), address.password().reveal());
  }

  private static EmbeddedDatabase start() {
    EmbeddedDatabase database = EmbeddedDatabase.start(folder());
    Runtime.getRuntime().addShutdownHook(new Thread(database::close));
    return database;
  }

  /// Returns the folder of the unpacked programs. It is kept for the next time, because unpacking
  /// is slow.
  private static Path folder() {
    Path target = Path.of("target").toAbsolutePath();
    Path parent = Path.of(System.getProperty("assay.tests", "target")).toAbsolutePath();
    Path folder = parent.resolve("test-database");
    try {
      Files.createDirectories(target.resolve("postgres-programs"));
      Files.createDirectories(folder);
      if (Files.notExists(folder.resolve("programs"))) {
        Files.createSymbolicLink(folder.resolve("programs"), target.resolve("postgres-programs"));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return folder;
  }

  /// Applies faster settings. The data need not survive, so no write waits for the disk. Tables of
  /// tests stay small, so vacuuming a hundred databases would only cost time.
  private static DataSource administration() {
    DataSource source = source(SERVER.address());
    JdbcClient jdbc = JdbcClient.create(source);
    String user = SERVER.address().user();
    jdbc.sql("alter role " + user + " set synchronous_commit = off").update();
    for (String setting :
        List.of(
            "autovacuum = off",
            "fsync = off",
            "full_page_writes = off",
            "max_wal_size = '256MB'")) {
      jdbc.sql("alter system set " + setting).update();
    }
    jdbc.sql("select pg_reload_conf()").query(Boolean.class).single();
    return source;
  }
}
