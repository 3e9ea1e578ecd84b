package dev.assay.cli.scan;

import dev.assay.cli.terminal.ExitCode;
import dev.assay.home.Home;
import dev.assay.intake.IndicatorList;
import dev.assay.intake.KnownAttacks;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// The command `assay scan`, about the named attacks that the static scan knows.
@Command(
    name = "scan",
    description = "The signed list of known attacks that checks and uploads are compared with.",
    mixinStandardHelpOptions = true)
public final class ScanCommand implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        Objects.requireNonNull(spec).commandLine(), "Name a command: update, status or sign.");
  }

  @Command(
      name = "update",
      description = "Installs a newer list, if it is signed by the publisher's key.",
      mixinStandardHelpOptions = true)
  int update(
      @Parameters(paramLabel = "FILE", description = "The list with its signature.") Path file,
      @Option(
              names = "--key",
              paramLabel = "PEM",
              description = "The publisher's public key; needed for the first list only.")
          @Nullable Path key) {
    KnownAttacks.Installed installed = installed().update(file, Optional.ofNullable(key));
    out().println(words(installed) + "; a running server uses it from its next start");
    return ExitCode.PASSED;
  }

  @Command(
      name = "status",
      description = "Which list is installed, and who signed it.",
      mixinStandardHelpOptions = true)
  int status() {
    out().println(IndicatorList.shipped() + " indicators are shipped");
    out().println(installed().find().map(ScanCommand::words).orElse("no other list is installed"));
    return ExitCode.PASSED;
  }

  @Command(
      name = "sign",
      description = "Prints a list with its signature, for publishers.",
      mixinStandardHelpOptions = true)
  int sign(
      @Parameters(
              paramLabel = "FILE",
              description = "Lines of `host|address|text VALUE REASON` after `version N`.")
          Path file,
      @Option(
              names = "--key",
              paramLabel = "PEM",
              required = true,
              description = "A private key with its public key (Ed25519).")
          Path key) {
    out().print(KnownAttacks.sign(file, key));
    out().flush();
    return ExitCode.PASSED;
  }

  private static String words(KnownAttacks.Installed installed) {
    return "%d more indicators, version %d, signed by %s"
        .formatted(installed.list().lines().size(), installed.list().version(), installed.keyId());
  }

  private static KnownAttacks installed() {
    Home home = Home.locate(System.getenv());
    return new KnownAttacks(home.indicatorFile(), home.indicatorKeyFile());
  }

  private PrintWriter out() {
    return Objects.requireNonNull(spec).commandLine().getOut();
  }
}
