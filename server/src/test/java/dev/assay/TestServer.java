package dev.assay;

import dev.assay.configuration.ServeOptions;
import dev.assay.database.DatabaseAddress;
import dev.assay.home.Home;
import dev.assay.start.AssayServer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A real server in this process, on a home of its own below `target` and, unless configured
/// otherwise, a database of its own on the one PostgreSQL of the tests.
public final class TestServer implements AutoCloseable {
  public static final String ADMIN_PASSWORD = "correct horse battery";

  /// The lock of test classes that use the [#shared] server, whose whole state they check.
  public static final String SHARED = "shared server";

  private static @Nullable TestServer shared;

  private final Home home;
  private final Map<String, String> environment;
  private final AssayServer server;
  private @Nullable Api admin;

  private TestServer(Home home, Map<String, String> environment) {
    this.home = home;
    this.environment = Map.copyOf(environment);
    this.server =
        launch(
            new ServeOptions(
                home, Path.of("target"), Optional.empty(), Optional.of(0), this.environment));
  }

  /// One after the other: a start sets up the log, which all servers of a JVM share.
  public static AssayServer launch(ServeOptions options) {
    synchronized (AssayServer.class) {
      return AssayServer.start(options);
    }
  }

  /// Returns the server shared by all tests that tolerate each other's leftovers, one class at a
  /// time.
  public static synchronized TestServer shared() {
    if (shared == null) {
      TestServer started = start(Map.of());
      Runtime.getRuntime().addShutdownHook(new Thread(started::close));
      shared = started;
    }
    return shared;
  }

  public static TestServer start(Map<String, String> environment) {
    DatabaseAddress address = TestDatabase.withAdmin().address();
    Map<String, String> all = new HashMap<>(environment);
    all.putIfAbsent("ASSAY_DATABASE_URL", address.url());
    all.putIfAbsent("ASSAY_DATABASE_USER", address.user());
    all.putIfAbsent("ASSAY_DATABASE_PASSWORD", address.password().reveal());
    return startWith(all);
  }

  /// Starts the server as on a new machine, with the embedded PostgreSQL.
  public static TestServer startWithEmbeddedDatabase() {
    return startWith(Map.of());
  }

  private static TestServer startWith(Map<String, String> environment) {
    Map<String, String> all = new HashMap<>(environment);
    all.putIfAbsent("ASSAY_ADMIN_PASSWORD", ADMIN_PASSWORD);
    all.putIfAbsent("ASSAY_VALIDATION_PROOF", "quick");
    return new TestServer(new Home(Path.of("target", "homes", UUID.randomUUID().toString())), all);
  }

  /// Stops the server and starts another one on the same home and database.
  public TestServer restart() {
    close();
    return new TestServer(home, environment);
  }

  public Home home() {
    return home;
  }

  public String url() {
    return server.url().toString();
  }

  /// A caller without any credentials.
  public Api anonymous() {
    return new Api(server.url(), Optional.empty());
  }

  /// Returns a caller signed in as admin. The sign-in is reused, because comparing a password takes
  /// most of a second.
  public synchronized Api admin() {
    Api known = admin;
    if (known == null || known.get("/api/auth/me").status() != 200) {
      known = anonymous().signIn("admin", ADMIN_PASSWORD);
      admin = known;
    }
    return known;
  }

  /// A part of the running server.
  public <T> T part(Class<T> type) {
    return server.part(type);
  }

  @Override
  public void close() {
    server.close();
  }
}
