package dev.assay.cli;

import dev.assay.cli.connection.PrivateServer;
import dev.assay.cli.connection.PrivateService;
import dev.assay.cli.connection.StartCache;
import dev.assay.cli.terminal.ExitCode;
import dev.assay.cli.terminal.Heartbeat;
import dev.assay.cli.terminal.TerminalUser;
import dev.assay.configuration.ServeOptions;
import dev.assay.configuration.StartSettings;
import dev.assay.configuration.Version;
import dev.assay.home.Home;
import dev.assay.skill.Secret;
import dev.assay.start.AssayServer;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// The command `assay serve`.
@Command(
    name = "serve",
    description = "Runs the server: the console, the REST interface and everything behind them.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Settings come from assay.yml in the home, then in the working directory, then --config, then",
      "ASSAY_… variables, each going before the one named earlier; --port goes before all.",
      "docs/reference/configuration.md lists them.",
      "",
      "The first start makes the account admin with a one-time password, shown once on the terminal",
      "and kept in ASSAY_HOME/initial-admin-password; ASSAY_ADMIN_PASSWORD sets it instead."
    })
final class ServeCommand implements Callable<Integer> {
  /// The delay before the start cache is made. The first visitors go before this background work.
  private static final Duration BEFORE_THE_CACHE = Duration.ofSeconds(20);

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "Port to listen on; 0 takes a free one (default: assay.server.port, 8080).")
  private @Nullable Integer port;

  @Option(names = "--config", paramLabel = "FILE", description = "A further assay.yml to read.")
  private @Nullable Path configuration;

  @Option(
      names = "--roles",
      paramLabel = "ROLES",
      description =
          "What this server does: some of api,validation,tools,worker,reaper (default:"
              + " assay.server.roles, all of them).")
  private @Nullable String roles;

  @Option(names = "--train", hidden = true)
  private boolean training;

  /// Set when a command starts a private server; see `PrivateServer`.
  @Option(names = "--private", hidden = true)
  private boolean forCommands;

  @Option(names = "--starter", hidden = true)
  private long starter;

  @Option(names = "--directory", hidden = true)
  private Path directory = Path.of("");

  @Option(names = "--end-with-starter", hidden = true)
  private boolean endWithStarter;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    Home home = Home.locate(System.getenv());
    if (forCommands) {
      new PrivateService(
              home,
              directory,
              System.getenv(),
              starter,
              endWithStarter
                  ? PrivateServer.Staying.WITH_COMMAND
                  : PrivateServer.Staying.SOME_MINUTES)
          .run();
      return ExitCode.PASSED;
    }
    PrivateServer.end(home)
        .ifPresent(
            ended ->
                System.err.println(
                    "assay: ended the private server (process " + ended.pid() + ") on this home"));
    AssayServer server = start(home);
    if (training) {
      Training.use(server);
      return ExitCode.PASSED;
    }
    serve(home, server);
    return ExitCode.PASSED;
  }

  private Map<String, String> environment() {
    Map<String, String> all = new HashMap<>(System.getenv());
    if (roles != null) {
      all.put("ASSAY_SERVER_ROLES", roles);
    }
    return Map.copyOf(all);
  }

  private AssayServer start(Home home) {
    ServeOptions options =
        new ServeOptions(
            home,
            Path.of("").toAbsolutePath(),
            Optional.ofNullable(configuration),
            Optional.ofNullable(port),
            environment());
    if (StartSettings.logsForPrograms(options)) {
      return AssayServer.start(options);
    }
    try (Heartbeat heartbeat = Heartbeat.begin("starting")) {
      return AssayServer.start(options, heartbeat::phase);
    }
  }

  private void serve(Home home, AssayServer server) throws InterruptedException {
    StartCache cache = StartCache.ofThisProcess();
    if (!server.logsForPrograms()) {
      cache.note().ifPresent(note -> System.err.println("assay: " + note));
      welcome(Objects.requireNonNull(spec).commandLine().getOut(), home, server);
    }
    if (!server.awaitStop(BEFORE_THE_CACHE)) {
      cache.makeIfNeeded();
      server.awaitStop();
    }
  }

  private static void welcome(PrintWriter out, Home home, AssayServer server) {
    out.printf("Assay %s is ready at %s (home %s)%n", Version.TEXT, server.url(), home.path());
    out.printf("Heap of at most %d MiB (ASSAY_HEAP).%n", AssayServer.mostHeap());
    if (server.initialPassword().isPresent() || server.passwordWaits()) {
      introduce(out, home, server.initialPassword());
    }
    out.println("Stop with Ctrl-C.");
    out.flush();
  }

  /// Prints the introduction. The password itself goes only to a terminal, because other output may
  /// end up in a log file.
  private static void introduce(PrintWriter out, Home home, Optional<Secret> password) {
    out.println();
    if (password.isPresent() && TerminalUser.isThere()) {
      out.printf("  First sign-in: user admin, one-time password %s%n", password.get().reveal());
      out.printf(
          "  Shown only now; until you change it, it is also in %s%n", home.initialPasswordFile());
    } else {
      out.printf(
          "  First sign-in: user admin, one-time password in %s%n", home.initialPasswordFile());
    }
    out.println();
  }
}
