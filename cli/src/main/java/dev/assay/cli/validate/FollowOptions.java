package dev.assay.cli.validate;

import dev.assay.cli.check.Colours;
import dev.assay.cli.connection.ServerOption;
import dev.assay.cli.progress.LiveProgress;
import dev.assay.cli.progress.PlainProgress;
import dev.assay.cli.progress.ProgressView;
import dev.assay.cli.terminal.Width;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options for following a validation and writing its result.
public final class FollowOptions {
  @Option(
      names = "--wait",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description = "Wait for the verdict (default), or begin and leave.")
  private boolean wait;

  @Option(names = "--json", description = "Answer as JSON; progress goes to the error output.")
  private boolean json;

  @Option(
      names = "--junit",
      paramLabel = "FILE",
      description = "Write JUnit XML: a test case per task and phase, and one for the verdict.")
  private @Nullable Path junit;

  @Option(
      names = "--sarif",
      paramLabel = "FILE",
      description = "Write SARIF 2.1.0: what was found, with file and line.")
  private @Nullable Path sarif;

  @Option(names = "--report", paramLabel = "FILE", description = "Write the report as Markdown.")
  private @Nullable Path report;

  @Option(
      names = "--cancel-on-interrupt",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description = "Ctrl-C cancels the validation at the server (default), or leaves it running.")
  private boolean cancelOnInterrupt;

  @Option(
      names = "--patience",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "How long to wait for a server that is lost (default: ${DEFAULT-VALUE}).")
  private int patience;

  public boolean waits() {
    return wait;
  }

  public boolean json() {
    return json;
  }

  Optional<Path> junit() {
    return Optional.ofNullable(junit);
  }

  Optional<Path> sarif() {
    return Optional.ofNullable(sarif);
  }

  Optional<Path> report() {
    return Optional.ofNullable(report);
  }

  boolean cancelsOnInterrupt() {
    return cancelOnInterrupt;
  }

  Duration patience() {
    return Duration.ofSeconds(patience);
  }

  /// Returns the work left to the server: the whole validation, if the command does not wait.
  public ServerOption.Leaving leaving() {
    return wait ? ServerOption.Leaving.NOTHING : ServerOption.Leaving.WORK;
  }

  /// Checks the options before the validation begins, so that output which could not be written at
  /// the end is reported now.
  ///
  /// @throws AssayException with `BAD_REQUEST`
  public void check() {
    if (!wait && (junit != null || report != null || sarif != null)) {
      throw refused("--junit, --sarif and --report need the verdict; leave --no-wait out");
    }
    if (patience < 0) {
      throw refused("--patience is a number of seconds, not " + patience);
    }
    junit().ifPresent(FollowOptions::requireWritable);
    sarif().ifPresent(FollowOptions::requireWritable);
    report().ifPresent(FollowOptions::requireWritable);
  }

  ProgressView view(PrintWriter out, PrintWriter err) {
    if (json) {
      return new PlainProgress(err, System::nanoTime);
    }
    return Colours.isTerminal() && !"dumb".equals(System.getenv("TERM"))
        ? new LiveProgress(out, Colours.choose(), Width.ofTerminal(), System::nanoTime)
        : new PlainProgress(out, System::nanoTime);
  }

  private static void requireWritable(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    if (Files.isDirectory(file)
        || folder == null
        || !Files.isDirectory(folder)
        || !Files.isWritable(Files.exists(file) ? file : folder)) {
      throw refused(file + " cannot be written; name a file in a folder that is there");
    }
  }

  private static AssayException refused(String problem) {
    return new AssayException(ErrorCode.BAD_REQUEST, problem + ".");
  }
}
