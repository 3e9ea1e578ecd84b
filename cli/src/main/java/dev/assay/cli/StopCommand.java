package dev.assay.cli;

import dev.assay.cli.connection.PrivateServer;
import dev.assay.cli.terminal.ExitCode;
import dev.assay.home.Home;
import dev.assay.home.ServerFile;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.io.PrintWriter;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// The command `assay stop`.
@Command(
    name = "stop",
    description = "Ends the private server that commands started on this home and share.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "What it works on is kept and goes on with the next server. A server that was started with",
      "assay serve is left alone.",
      "",
      "Exit code 0 if none runs afterwards, 2 if the server is not a private one."
    })
final class StopCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    Home home = Home.locate(System.getenv());
    Optional<ServerFile> ended = PrivateServer.end(home);
    Optional<ServerFile> other = ServerFile.find(home);
    if (ended.isEmpty() && other.isPresent()) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST,
          "The server on %s (process %d) was started with assay serve; stop it there."
              .formatted(home.path(), other.get().pid()));
    }
    out.println(
        ended
            .map(server -> "Ended the private server (process " + server.pid() + ").")
            .orElse("No private server runs on " + home.path() + "."));
    out.flush();
    return ExitCode.PASSED;
  }
}
