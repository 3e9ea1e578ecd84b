package dev.assay.web.console.project;

import dev.assay.skill.Visible;
import dev.assay.toolservice.ToolRun;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// A run of a tool in words.
///
/// @param steps the steps of a job
public record RunView(ToolRun run, List<ToolRun> steps, Instant now) {
  private static final int LONGEST_COMMAND = 120;
  private static final int TAIL = 8 << 10;

  /// Returns the word of the kind, such as `task`.
  public String kind() {
    return run.kind().word();
  }

  public String state() {
    return run.state().word();
  }

  public String colour() {
    return switch (run.state()) {
      case SUCCEEDED -> "green";
      case FAILED -> "red";
      case CANCELED -> "secondary";
      case QUEUED, STARTING, RUNNING -> "blue";
    };
  }

  public boolean isOver() {
    return run.state().isFinal();
  }

  public String command() {
    return steps.isEmpty()
        ? Visible.folded(run.order().command(), LONGEST_COMMAND)
        : steps.size() + (steps.size() == 1 ? " step" : " steps");
  }

  public String exitCode() {
    return run.progress().exitCode().isPresent()
        ? Integer.toString(run.progress().exitCode().getAsInt())
        : "–";
  }

  public String error() {
    return Visible.folded(run.progress().error().orElse(""), 300);
  }

  /// Returns the duration so far.
  public String took() {
    return run.progress()
        .startedAt()
        .map(
            begun ->
                Duration.between(begun, run.progress().finishedAt().orElse(now)).toSeconds() + " s")
        .orElse("–");
  }

  public String stdout() {
    return tail(run.printed().stdout());
  }

  public String stderr() {
    return tail(run.printed().stderr());
  }

  /// Returns the last line of the output, for a list.
  public String lastLine() {
    String text =
        run.printed().stdout().isBlank() ? run.printed().stderr() : run.printed().stdout();
    String[] lines = text.substring(Math.max(0, text.length() - TAIL)).strip().split("\n", -1);
    return Visible.folded(lines[lines.length - 1], LONGEST_COMMAND);
  }

  public boolean hasEndpoints() {
    return !run.exposed().endpoints().isEmpty();
  }

  public boolean isReachable() {
    return run.state() == ToolRun.State.RUNNING && run.exposed().active();
  }

  /// Tests whether the output is longer than the shown part.
  public boolean isCut() {
    return run.printed().stdoutBytes() > TAIL || run.printed().stderrBytes() > TAIL;
  }

  public static RunView of(ToolRun run, Instant now) {
    return new RunView(run, List.of(), now);
  }

  private static String tail(String text) {
    return Visible.text(text.substring(Math.max(0, text.length() - TAIL)));
  }
}
