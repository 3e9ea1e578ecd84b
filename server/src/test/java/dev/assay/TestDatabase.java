package dev.assay;

import dev.assay.database.DatabaseAddress;
import dev.assay.database.EmbeddedDatabase;
import java.nio.file.Path;
import java.util.UUID;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionTemplate;

/// A real, migrated, empty database for a test class, on one PostgreSQL for all of one process. The
/// migrations run once; every database is a copy of theirs.
public final class TestDatabase {
  private static final EmbeddedDatabase SERVER = start();
  private static final String MIGRATED = migrate();

  private final DatabaseAddress address;
  private final DataSource source;

  public TestDatabase() {
    address = create("template " + MIGRATED);
    source = source(address.url());
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
    JdbcClient.create(source(server.url())).sql("create database " + name + " " + how).update();
    return new DatabaseAddress(
        server.url().replace("/postgres", "/" + name), server.user(), server.password());
  }

  private static String migrate() {
    DatabaseAddress address = create("");
    Flyway.configure().dataSource(source(address.url())).load().migrate();
    return address.url().substring(address.url().lastIndexOf('/') + 1);
  }

  private static DataSource source(String url) {
    return new DriverManagerDataSource(
        url, SERVER.address().user(), SERVER.address().password().reveal());
  }

  private static EmbeddedDatabase start() {
    EmbeddedDatabase database =
        EmbeddedDatabase.start(
            Path.of("target", "test-database-" + System.getProperty("surefire.forkNumber", "0")));
    Runtime.getRuntime().addShutdownHook(new Thread(database::close));
    return database;
  }
}
