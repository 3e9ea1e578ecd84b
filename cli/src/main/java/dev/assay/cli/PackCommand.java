package dev.assay.cli;

import dev.assay.cli.check.CheckedSkill;
import dev.assay.cli.check.Colours;
import dev.assay.cli.check.IoReason;
import dev.assay.cli.check.TextReport;
import dev.assay.cli.check.Workspace;
import dev.assay.intake.Examination;
import dev.assay.intake.Intake;
import dev.assay.intake.IntakeLimits;
import dev.assay.skill.Visible;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The command `assay pack`. It packs a folder into an archive. The same content always gives the
/// same bytes.
@Command(
    name = "pack",
    description = "Packs a skill's folder into an archive; same content, same bytes.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Exit status: 0 packed, 1 the skill has errors, 2 something cannot be read or written."
    })
public final class PackCommand implements Callable<Integer> {
  /// A placeholder for the skill's name, which is known only after the check.
  private static final String DEFAULT_NAME = "NAME.skill";

  private static final int PACKED = 0;
  private static final int REFUSED = 1;
  private static final int UNREADABLE = 2;

  @Parameters(paramLabel = "DIR", description = "The skill's folder.")
  private Path folder = Path.of("");

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "The archive to write (default: NAME.skill).")
  private Path output = Path.of(DEFAULT_NAME);

  @Option(names = "--no-evals", description = "Leave the folder evals/ out.")
  private boolean withoutEvals;

  @Override
  public Integer call() {
    if (!Files.isDirectory(folder)) {
      String what = Files.exists(folder) ? "is not a folder" : "does not exist";
      return complain(folder + " " + what + "; give the folder that holds SKILL.md");
    }
    try {
      return pack();
    } catch (IOException e) {
      return complain("cannot read or write: " + IoReason.words(e));
    }
  }

  /// Writes a file beside the target and renames it. A refusal leaves an earlier archive untouched.
  private int pack() throws IOException {
    if (isInTheWay(output)) {
      return complain(output + " is not a file; name the file to write");
    }
    Path parent = output.toAbsolutePath().resolveSibling("");
    if (!Files.isDirectory(parent)) {
      return complain("the folder of " + output + " does not exist");
    }
    Path temporary = parent.resolve(".assay-pack-" + UUID.randomUUID() + ".tmp");
    try {
      Examination examination = write(temporary);
      CheckedSkill skill = new CheckedSkill(folder, examination, CheckedSkill.Strictness.LENIENT);
      PrintStream err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
      return switch (examination) {
        case Examination.Refused refused -> {
          new TextReport(err, Colours.choose()).skill(skill);
          yield complain(folder + " was not packed, because it has errors", REFUSED);
        }
        case Examination.Accepted accepted -> {
          Path target =
              output.endsWith(DEFAULT_NAME) ? Path.of(accepted.bundle().name() + ".skill") : output;
          if (isInTheWay(target)) {
            yield complain(target + " is not a file; name the file to write with -o");
          }
          Files.move(temporary, target, StandardCopyOption.REPLACE_EXISTING);
          System.out.println(Visible.line(target + "  " + accepted.bundle().digest()));
          yield PACKED;
        }
      };
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  /// Tests whether the target is a folder, a link or a device. The rename would replace it by the
  /// archive.
  private static boolean isInTheWay(Path path) {
    return Files.exists(path, LinkOption.NOFOLLOW_LINKS)
        && !Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS);
  }

  private Examination write(Path temporary) throws IOException {
    Intake intake = new Intake(IntakeLimits.standard(), Workspace.open());
    Intake.EvalsChoice evals =
        withoutEvals ? Intake.EvalsChoice.LEAVE_OUT : Intake.EvalsChoice.KEEP;
    try (OutputStream out =
        new BufferedOutputStream(Files.newOutputStream(temporary, StandardOpenOption.CREATE_NEW))) {
      return intake.pack(folder, evals, out);
    }
  }

  private static int complain(String problem) {
    return complain(problem, UNREADABLE);
  }

  private static int complain(String problem, int status) {
    System.err.println("assay pack: " + Visible.line(problem));
    return status;
  }
}
