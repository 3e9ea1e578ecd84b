package dev.assay.cli.connection;

import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The option `--server` of every command that talks to a server.
public final class ServerOption {
  @Option(
      names = "--server",
      paramLabel = "URL",
      description =
          "The server to talk to, with the token in ASSAY_TOKEN (default: ASSAY_SERVER, else the"
              + " server on ASSAY_HOME, else a private one).")
  private @Nullable URI url;

  @Option(
      names = "--no-daemon",
      description =
          "A private server that this command has to start ends with it, instead of staying some"
              + " minutes for the next command.")
  private boolean noDaemon;

  public Connection connect() {
    return connect(Leaving.NOTHING);
  }

  /// The work that a command leaves to the server when it ends.
  public enum Leaving {
    NOTHING,
    /// Work that goes on, so that the server must not end with the command.
    WORK
  }

  public Connection connect(Leaving leaving) {
    return connect(
        !noDaemon
            ? Connection.Absence.START_PRIVATE
            : leaving == Leaving.WORK
                ? Connection.Absence.REFUSE
                : Connection.Absence.START_FOR_THIS_COMMAND);
  }

  public Connection connect(Connection.Absence absence) {
    return Connection.open(Optional.ofNullable(url), System.getenv(), absence);
  }
}
