package dev.assay.cli.connection;

import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// `--server`, for every command that talks to one.
public final class ServerOption {
  @Option(
      names = "--server",
      paramLabel = "URL",
      description =
          "The server to talk to, with the token in ASSAY_TOKEN (default: ASSAY_SERVER, else the"
              + " server on ASSAY_HOME, else a private one).")
  private @Nullable URI url;

  public Connection connect() {
    return connect(Connection.Absence.START_PRIVATE);
  }

  public Connection connect(Connection.Absence absence) {
    return Connection.open(Optional.ofNullable(url), System.getenv(), absence);
  }
}
