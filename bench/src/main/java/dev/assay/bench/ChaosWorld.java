package dev.assay.bench;

import dev.assay.cli.connection.Connection;
import dev.assay.database.DatabaseAddress;
import dev.assay.database.EmbeddedDatabase;
import dev.assay.home.Home;
import dev.assay.home.ServerFile;
import dev.assay.skill.AssayException;
import dev.assay.testkit.ObjectStore;
import dev.assay.testkit.SmallSystem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Two servers with homes of their own, one PostgreSQL and one storage, all below one folder. The
/// storage is an S3 server if the tests collected its libraries, else a folder.
final class ChaosWorld implements AutoCloseable {
  private static final int ATTEMPTS = 20;
  private static final Duration PAUSE = Duration.ofMillis(500);
  private static final String PASSWORD = "correct horse battery";

  private final Path folder;
  private final EmbeddedDatabase postgres;
  private final Optional<ObjectStore> store;
  private final Map<String, String> environment;
  private final @Nullable Process[] servers = new Process[2];

  private ChaosWorld(Path folder) {
    this.folder = folder;
    postgres = EmbeddedDatabase.start(folder.resolve("database"));
    store =
        ObjectStore.isAvailable()
            ? Optional.of(ObjectStore.start(folder.resolve("s3")))
            : Optional.empty();
    DatabaseAddress address = postgres.address();
    Path system = folder.resolve("system");
    environment =
        new HashMap<>(
            store
                .map(ObjectStore::environment)
                .orElse(Map.of("ASSAY_STORAGE_FOLDER", folder.resolve("storage").toString())));
    environment.putAll(
        Map.of(
            "ASSAY_SANDBOX_BASE",
            (Files.isDirectory(system) ? system : withPip(SmallSystem.in(system))).toString(),
            "ASSAY_ADMIN_PASSWORD",
            PASSWORD,
            "ASSAY_VALIDATION_PROOF",
            "quick",
            "ASSAY_DATABASE_URL",
            address.url(),
            "ASSAY_DATABASE_USER",
            address.user(),
            "ASSAY_DATABASE_PASSWORD",
            address.password().reveal()));
  }

  /// The system with this machine's pip and the programs that images need, so that skills can bring
  /// packages.
  private static Path withPip(Path system) {
    try {
      Process process =
          new ProcessBuilder(
                  "sh",
                  "-c",
                  """
                  set -e
                  modules=$(/usr/bin/python3 -c 'import sysconfig; print(sysconfig.get_path("stdlib"))')
                  cp -r "$modules" "$1${modules%/*}"
                  mkdir -p "$1/usr/lib/python3/dist-packages" "$1/etc/ssl/certs" # where certificates are laid
                  cp -r /usr/lib/python3/dist-packages/pip* "$1/usr/lib/python3/dist-packages"
                  for name in mkdir cp mv rm ln chmod tar gzip find sed grep head tail env touch stat sort xargs id uname dirname basename; do
                    cp -L "$(command -v $name)" "$1/usr/bin/$name"
                  done
                  for library in $(ldd "$1"/usr/bin/* | grep -o '/[^ ]*[.]so[^ ]*' | sort -u); do
                    mkdir -p "$1${library%/*}" && cp -Lf "$library" "$1$library"
                  done
                  """,
                  "sh",
                  system.toString())
              .redirectErrorStream(true)
              .start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        System.out.println("Without pip, no layers are pushed: " + said.strip());
      }
      return system;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted.", e);
    }
  }

  static ChaosWorld open(Path folder) throws IOException {
    Files.createDirectories(folder);
    return new ChaosWorld(folder.toAbsolutePath());
  }

  ChaosWatch watch() throws SQLException {
    return new ChaosWatch(postgres.address(), List.of(home(0), home(1)));
  }

  String storage() {
    return store.map(each -> "S3").orElse("a folder");
  }

  private Home home(int server) {
    return new Home(folder.resolve("home-" + server));
  }

  /// Starts the servers that do not run.
  void ensureBoth() throws IOException, InterruptedException {
    for (int server = 0; server < servers.length; server++) {
      Process known = servers[server];
      if (known == null || !known.isAlive()) {
        servers[server] = launch(server);
      }
    }
  }

  private Process launch(int server) throws IOException, InterruptedException {
    Path log = folder.resolve("server-" + server + ".log");
    ProcessBuilder builder =
        new ProcessBuilder(System.getenv("ASSAY_BENCH_LAUNCHER"), "serve", "--port", "0")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().putAll(environment);
    builder.environment().put("ASSAY_HOME", home(server).path().toString());
    Files.deleteIfExists(home(server).serverFile());
    Process process = builder.start();
    while (ServerFile.find(home(server)).isEmpty()) {
      if (!process.isAlive()) {
        throw new IllegalStateException("A server did not start; see " + log);
      }
      Thread.sleep(Duration.ofMillis(50));
    }
    return process;
  }

  /// Kills a server as a power cut would.
  void kill(int server) throws InterruptedException {
    ServerFile.find(home(server))
        .flatMap(file -> ProcessHandle.of(file.pid()))
        .ifPresent(ProcessHandle::destroyForcibly);
    Process process = servers[server];
    if (process != null) {
      process.destroyForcibly().waitFor();
    }
  }

  /// Connects to a server, with retries, because on a busy machine it may not answer at once.
  Connection connection(int server) {
    for (int attempt = 1; ; attempt++) {
      try {
        return Connection.open(
            Optional.empty(),
            Map.of("ASSAY_HOME", home(server).path().toString()),
            Connection.Absence.REFUSE);
      } catch (AssayException e) {
        Process process = servers[server];
        if (attempt == ATTEMPTS || process == null || !process.isAlive()) {
          throw e;
        }
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    }
  }

  /// The state of a server in words; only this benchmark should have ended it.
  String state(int server) {
    Process process = servers[server];
    if (process == null) {
      return "was not started";
    }
    return process.isAlive() ? "runs" : "ended with exit code " + process.exitValue();
  }

  /// Leftovers when nothing is running: rows of sandboxes, and folders of them.
  List<String> leftovers() throws SQLException, IOException {
    List<String> left = new ArrayList<>();
    DatabaseAddress address = postgres.address();
    try (java.sql.Connection database =
            DriverManager.getConnection(
                address.url(), address.user(), address.password().reveal());
        Statement statement = database.createStatement();
        ResultSet rows = statement.executeQuery("select id, purpose from sandbox_lease")) {
      while (rows.next()) {
        left.add("lease " + rows.getString(1) + " " + rows.getString(2));
      }
    }
    for (int server = 0; server < servers.length; server++) {
      Path live = home(server).sandboxFolder().resolve("live");
      if (Files.isDirectory(live)) {
        try (Stream<Path> all = Files.list(live)) {
          all.forEach(path -> left.add("folder " + path));
        }
      }
    }
    return left;
  }

  @Override
  public void close() {
    for (Process server : servers) {
      if (server != null) {
        server.destroy();
        server.onExit().join();
      }
    }
    store.ifPresent(ObjectStore::close);
    postgres.close();
  }
}
