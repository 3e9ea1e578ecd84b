package dev.assay.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.Api;
import dev.assay.TestDatabase;
import dev.assay.TestServer;
import dev.assay.database.DatabaseAddress;
import dev.assay.home.Home;
import dev.assay.home.ServerFile;
import dev.assay.testkit.JavaProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/// A real server process on a home and a database of its own, to be killed with SIGKILL and started
/// again.
public final class KillableGate {
  static final Duration PATIENCE = Duration.ofMinutes(2);

  final TestDatabase database = TestDatabase.withAdmin();
  final JdbcClient jdbc = database.jdbc();
  final Home home = new Home(Path.of("target", "homes", UUID.randomUUID().toString()));
  private final Deque<Process> servers = new ArrayDeque<>();
  private final Map<String, String> settings;

  KillableGate() {
    this(Map.of());
  }

  /// @param settings the settings of the server besides its database
  public KillableGate(Map<String, String> settings) {
    this.settings = settings;
  }

  public void close() throws InterruptedException {
    for (Process server : servers) {
      server.destroy();
      server.waitFor();
    }
  }

  GateClient start() throws IOException {
    return start(Map.of());
  }

  /// @param more the additional settings
  GateClient start(Map<String, String> more) throws IOException {
    return new GateClient(open(more), jdbc, List::of);
  }

  /// Starts the server and returns the interface for an admin.
  public Api open() throws IOException {
    return open(Map.of());
  }

  private Api open(Map<String, String> more) throws IOException {
    launch(java(), more);
    Api anonymous = new Api(ServerFile.find(home).orElseThrow().url(), Optional.empty());
    return anonymous.signIn("admin", TestServer.ADMIN_PASSWORD);
  }

  /// Returns the processes that the server started, at any depth.
  public List<ProcessHandle> processes() {
    return servers.element().descendants().toList();
  }

  public Home home() {
    return home;
  }

  public JdbcClient jdbc() {
    return jdbc;
  }

  /// Returns the command that starts Java with this module's classes. Most of them come from an
  /// archive.
  public static List<String> java() {
    JavaProgram.archive(KillableGate::train);
    return JavaProgram.words();
  }

  private static void train(List<String> java) throws IOException, InterruptedException {
    KillableGate first = new KillableGate();
    first.launch(java, Map.of());
    first.close();
  }

  private void launch(List<String> java, Map<String, String> more) throws IOException {
    List<String> words = new ArrayList<>(java);
    words.add(GateProcess.class.getName());
    words.add(home.path().toString());
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectOutput(
                ProcessBuilder.Redirect.appendTo(Path.of("target/killed.txt").toFile()));
    DatabaseAddress address = database.address();
    Map<String, String> environment = builder.environment();
    environment.putAll(settings);
    environment.putAll(more);
    environment.put("ASSAY_ADMIN_PASSWORD", TestServer.ADMIN_PASSWORD);
    environment.put("ASSAY_DATABASE_URL", address.url());
    environment.put("ASSAY_DATABASE_USER", address.user());
    environment.put("ASSAY_DATABASE_PASSWORD", address.password().reveal());
    Process server = builder.start();
    servers.push(server);
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                !server.isAlive()
                    || ServerFile.find(home)
                        .filter(file -> file.pid() == server.pid())
                        .isPresent());
    assertThat(server.isAlive()).isTrue();
  }

  /// Kills the server and sets its last heartbeat far back, so that the next server takes its runs
  /// over at once. The takeover after missed heartbeats is tested with the workflow.
  public void kill() throws InterruptedException {
    servers.pop().destroyForcibly().waitFor();
    jdbc.sql("update workflow_task set last_heartbeat = now() - interval '1 hour' where picked")
        .update();
  }

  public long count(String sql, Object... parameters) {
    return jdbc.sql(sql).params(parameters).query(Long.class).single();
  }
}
