package dev.assay.cli;

import dev.assay.backup.StorageAdoption;
import dev.assay.cli.connection.PrivateServer;
import dev.assay.cli.terminal.ExitCode;
import dev.assay.configuration.ServeOptions;
import dev.assay.home.Home;
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

/// The command `assay adopt`.
@Command(
    name = "adopt",
    description = "Takes a shared storage over for a database that was restored or moved.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "A shared storage belongs to one database; servers of a copy of that database do not start. Stop",
      "every server of the database it belonged to, then run this once. From then on that one removes",
      "nothing from the storage, and its servers do not start with it.",
      "Exit codes: 0 taken over, 1 not, 2 usage."
    })
final class AdoptCommand implements Callable<Integer> {
  @Option(names = "--config", paramLabel = "FILE", description = "A further assay.yml to read.")
  private @Nullable Path configuration;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    Home home = Home.locate(System.getenv());
    var _ = PrivateServer.end(home);
    StorageAdoption.Adopted adopted =
        StorageAdoption.adopt(
            new ServeOptions(
                home,
                Path.of("").toAbsolutePath(),
                Optional.ofNullable(configuration),
                Optional.empty(),
                System.getenv()));
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    out.println(
        adopted
            .before()
            .map(
                other ->
                    "This database has %s now. It belonged to the database %s, whose servers must not use it any more"
                        .formatted(adopted.storage(), other))
            .orElse("This database had %s already".formatted(adopted.storage())));
    out.flush();
    return ExitCode.PASSED;
  }
}
