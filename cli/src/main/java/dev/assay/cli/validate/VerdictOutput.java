package dev.assay.cli.validate;

import dev.assay.cli.check.Colours;
import dev.assay.cli.check.IoReason;
import dev.assay.cli.verdict.ValidatedSkill;
import dev.assay.cli.verdict.VerdictEnding;
import dev.assay.cli.verdict.VerdictJson;
import dev.assay.cli.verdict.VerdictJunit;
import dev.assay.cli.verdict.VerdictSarif;
import dev.assay.cli.verdict.VerdictText;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;

/// Writes the result to each requested output: the terminal, a JSON document, or files for build
/// servers.
public final class VerdictOutput {
  private final FollowOptions options;
  private final PrintWriter out;
  private final PrintWriter err;

  public VerdictOutput(FollowOptions options, PrintWriter out, PrintWriter err) {
    this.options = options;
    this.out = out;
    this.err = err;
  }

  /// Prints a note. If the standard output holds JSON for a program, the note goes to the error
  /// output.
  void note(String message) {
    PrintWriter where = options.json() ? err : out;
    where.println(Visible.line(message));
    where.flush();
  }

  PrintWriter out() {
    return out;
  }

  PrintWriter err() {
    return err;
  }

  /// @param markdown the source of the report, called only if there is one
  public int end(ValidatedSkill subject, VerdictEnding ending, Supplier<String> markdown) {
    options.junit().ifPresent(file -> write(file, VerdictJunit.of(subject, ending)));
    options.sarif().ifPresent(file -> write(file, VerdictSarif.of(ending)));
    boolean judged =
        ending instanceof VerdictEnding.Passed
            || ending instanceof VerdictEnding.Held
            || ending instanceof VerdictEnding.Failed;
    if (judged) {
      options.report().ifPresent(file -> write(file, Visible.text(markdown.get()) + "\n"));
    } else if (options.report().isPresent()) {
      err.println("assay: there is no report to write");
      err.flush();
    }
    if (options.json()) {
      out.println(VerdictJson.of(subject, ending));
      out.flush();
    } else {
      new VerdictText(out, Colours.choose()).write(subject, ending);
    }
    return ending.exitCode();
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST, "Cannot write " + file + ": " + IoReason.words(e) + ".", e);
    }
  }
}
