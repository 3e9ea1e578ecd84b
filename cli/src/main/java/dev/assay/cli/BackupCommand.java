package dev.assay.cli;

import dev.assay.backup.Backup;
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
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// The command `assay backup`.
@Command(
    name = "backup",
    description = "Writes database, files and keys of this installation into one archive.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "The server may run meanwhile. A storage that servers share is not in it: copy that afterwards. The",
      "archive holds secrets and is readable for you only. `assay restore` puts it into an empty home.",
      "Exit codes: 0 written, 1 not, 2 usage."
    })
final class BackupCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FILE", description = "The archive to write, such as assay.tar.gz.")
  private Path archive = Path.of("");

  @Option(names = "--config", paramLabel = "FILE", description = "A further assay.yml to read.")
  private @Nullable Path configuration;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    Home home = Home.locate(System.getenv());
    var _ = PrivateServer.end(home);
    Backup.Contents written =
        Backup.write(
            new ServeOptions(
                home,
                Path.of("").toAbsolutePath(),
                Optional.ofNullable(configuration),
                Optional.empty(),
                System.getenv()),
            archive.toAbsolutePath());
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    out.printf(
        "Wrote %s: %d rows of %d tables, and %s of %s%n",
        archive,
        written.rows(),
        written.tables().size(),
        String.join(", ", written.files()),
        home.path());
    written.elsewhere().forEach(folder -> out.printf("Not in it, keep it yourself: %s%n", folder));
    out.flush();
    return ExitCode.PASSED;
  }
}
