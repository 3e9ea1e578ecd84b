package dev.assay.cli;

import dev.assay.backup.Backup;
import dev.assay.backup.Restoration;
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

/// The command `assay restore`.
@Command(
    name = "restore",
    description = "Puts what `assay backup` wrote into an empty home (ASSAY_HOME).",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "With assay.database.url it goes into that PostgreSQL, which has to be empty, wherever it was",
      "before. The audit log is checked. Afterwards start the server as usual; if its files are in a",
      "storage that servers share, `assay adopt` first.",
      "Exit codes: 0 restored, 1 not, 2 usage."
    })
final class RestoreCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FILE", description = "The archive that `assay backup` wrote.")
  private Path archive = Path.of("");

  @Option(names = "--config", paramLabel = "FILE", description = "A further assay.yml to read.")
  private @Nullable Path configuration;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    Home home = Home.locate(System.getenv());
    Backup.Contents restored =
        Restoration.restore(
            new ServeOptions(
                home,
                Path.of("").toAbsolutePath(),
                Optional.ofNullable(configuration),
                Optional.empty(),
                System.getenv()),
            archive.toAbsolutePath());
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    out.printf(
        "Restored what Assay %s wrote at %s into %s: %d rows of %d tables; the audit log is intact%n",
        restored.version(),
        restored.createdAt(),
        home.path(),
        restored.rows(),
        restored.tables().size());
    out.println(
        "Files are compared with what was admitted when they are first used; for all of them now, start it and run assay images verify");
    restored
        .elsewhere()
        .forEach(folder -> out.printf("Not in it, put it back yourself: %s%n", folder));
    out.flush();
    return ExitCode.PASSED;
  }
}
