package dev.assay.cli;

import dev.assay.AssayServer;
import dev.assay.ServeOptions;
import dev.assay.Version;
import dev.assay.cli.terminal.ExitCode;
import dev.assay.cli.terminal.Person;
import dev.assay.home.Home;
import dev.assay.skill.Secret;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `assay serve`.
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
  @Option(
      names = "--port",
      paramLabel = "N",
      description = "Port to listen on; 0 takes a free one (default: assay.server.port, 8080).")
  private @Nullable Integer port;

  @Option(names = "--config", paramLabel = "FILE", description = "A further assay.yml to read.")
  private @Nullable Path configuration;

  @Option(names = "--train", hidden = true)
  private boolean training;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    Home home = Home.locate(System.getenv());
    AssayServer server =
        AssayServer.start(
            new ServeOptions(
                home,
                Path.of(""),
                Optional.ofNullable(configuration),
                Optional.ofNullable(port),
                System.getenv()));
    if (training) {
      Training.use(server);
      return ExitCode.PASSED;
    }
    if (!server.logsForPrograms()) {
      welcome(out, home, server);
    }
    server.awaitStop();
    return ExitCode.PASSED;
  }

  private static void welcome(PrintWriter out, Home home, AssayServer server) {
    out.printf("Assay %s is ready at %s (home %s)%n", Version.TEXT, server.url(), home.path());
    if (server.initialPassword().isPresent() || server.passwordWaits()) {
      introduce(out, home, server.initialPassword());
    }
    out.println("Stop with Ctrl-C.");
    out.flush();
  }

  /// The password itself goes to a person's terminal only, never into a file that a log is sent to.
  private static void introduce(PrintWriter out, Home home, Optional<Secret> password) {
    out.println();
    if (password.isPresent() && Person.isThere()) {
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
