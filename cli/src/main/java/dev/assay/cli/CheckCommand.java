package dev.assay.cli;

import dev.assay.cli.check.CheckProgress;
import dev.assay.cli.check.CheckedSkill;
import dev.assay.cli.check.Checks;
import dev.assay.cli.check.Colours;
import dev.assay.cli.check.IoReason;
import dev.assay.cli.check.JsonReport;
import dev.assay.cli.check.JunitReport;
import dev.assay.cli.check.ReportWriter;
import dev.assay.cli.check.SarifReport;
import dev.assay.cli.check.SkillFinder;
import dev.assay.cli.check.SkillRepair;
import dev.assay.cli.check.SummaryReport;
import dev.assay.cli.check.TextReport;
import dev.assay.cli.check.Watch;
import dev.assay.cli.check.Workspace;
import dev.assay.cli.terminal.ExitCode;
import dev.assay.configuration.Version;
import dev.assay.examination.SkillInspection;
import dev.assay.home.Home;
import dev.assay.intake.Intake;
import dev.assay.intake.IntakeLimits;
import dev.assay.intake.KnownAttacks;
import dev.assay.skill.Risk;
import dev.assay.skill.Visible;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The command `assay check`. It prints the findings that an upload would get, without a server.
@Command(
    name = "check",
    description = "Checks skills: folders, archives, or a folder with many skills.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Exit status: 0 all passed, 1 a skill failed, 2 a path could not be read.",
      "Colours are used on a terminal, unless NO_COLOR is set."
    })
public final class CheckCommand implements Callable<Integer> {
  private static final int WORTH_A_BAR = 20;

  enum Format {
    text,
    json,
    sarif,
    junit
  }

  enum Block {
    high,
    medium
  }

  @Parameters(
      paramLabel = "PATH",
      arity = "1..*",
      description = "A skill's folder, a .skill or .zip archive, or a folder with many.")
  private List<Path> paths = List.of();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description =
          "How to write the result: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private Format format = Format.text;

  @Option(
      names = "--strict",
      description = "Keep to the standard's letter, and let warnings fail a skill, too.")
  private boolean strict;

  @Option(
      names = "--block",
      paramLabel = "LEVEL",
      description =
          "Fail skills in which the scan finds a risk of this level or higher: ${COMPLETION-CANDIDATES}.")
  private @Nullable Block block;

  @Option(
      names = "--details",
      description = "Every finding of every skill, however many skills there are.")
  private boolean details;

  @Option(
      names = "--fix",
      description =
          "Repair what is safe to repair (names, frontmatter, declared packages, modes), and show it as a diff.")
  private boolean fix;

  @Option(names = "--dry-run", description = "With --fix: show the diff and write nothing.")
  private boolean dryRun;

  @Option(
      names = "--inspect",
      description =
          "Have a model read each skill as well: assay.model.inspect.name, else assay.model.name.")
  private boolean inspect;

  @Option(names = "--watch", description = "Check again whenever a file changes, until Ctrl-C.")
  private boolean watch;

  private boolean failed;
  private boolean unreadable;

  @Override
  public Integer call() throws InterruptedException {
    if (dryRun && !fix) {
      complain("--dry-run says what --fix would do; give both");
      return ExitCode.USAGE;
    }
    if (watch && inspect) {
      complain("--watch would ask the model after every change; leave out --inspect");
      return ExitCode.USAGE;
    }
    PrintStream out = utf8();
    Intake intake = intake();
    if (fix) {
      repair(intake, format == Format.text ? out : System.err);
    }
    int result = once(intake, out);
    if (watch) {
      again(intake, out);
    }
    return result;
  }

  private Intake intake() {
    Intake intake =
        new Intake(
            IntakeLimits.standard(),
            Workspace.open(),
            strict ? Intake.Letter.STRICT : Intake.Letter.LENIENT);
    Home home = Home.locate(System.getenv());
    Optional<KnownAttacks.Installed> attacks =
        new KnownAttacks(home.indicatorFile(), home.indicatorKeyFile()).find();
    if (attacks.isPresent()) {
      intake = intake.knowing(attacks.get().list());
    }
    return switch (block) {
      case null -> intake;
      case high -> intake.blocking(Risk.Level.HIGH);
      case medium -> intake.blocking(Risk.Level.MEDIUM);
    };
  }

  private void again(Intake intake, PrintStream out) throws InterruptedException {
    try (Watch changes = new Watch(paths)) {
      out.println("Watching; Ctrl-C ends.");
      out.flush();
      while (changes.await()) {
        out.println();
        failed = false;
        unreadable = false;
        once(intake, out);
      }
    } catch (IOException e) {
      complain("cannot watch: " + IoReason.words(e));
    }
  }

  /// Repairs the skills before they are checked, so that the report lists only the remaining
  /// problems.
  private void repair(Intake intake, PrintStream out) throws InterruptedException {
    SkillFinder finder = new SkillFinder();
    paths.forEach(finder::add);
    SkillRepair repair =
        new SkillRepair(out, dryRun ? SkillRepair.Writing.SHOW : SkillRepair.Writing.WRITE);
    int changed = 0;
    for (Path skill : finder.skills()) {
      try {
        changed += repair.repair(skill, intake.check(skill).findings());
      } catch (IOException e) {
        complain(skill + " cannot be repaired: " + IoReason.words(e));
      }
    }
    out.println(
        changed
            + (changed == 1 ? " file" : " files")
            + (dryRun ? " would be changed" : " changed"));
    out.println();
  }

  private int once(Intake intake, PrintStream out) throws InterruptedException {
    SkillFinder finder = new SkillFinder();
    paths.forEach(finder::add);
    ReportWriter report = writer(out, finder);
    if (finder.skills().isEmpty()) {
      if (format == Format.sarif || format == Format.junit) {
        report.finish(); // an empty document that a build server can read
      }
    } else {
      Optional<SkillInspection> inspection = inspection();
      try {
        run(new Checks(intake, strictness(), inspection), finder.skills(), report, out);
      } finally {
        report.finish();
        inspection.ifPresent(CheckCommand::close);
      }
    }
    finder.problems().forEach(CheckCommand::complain);
    finder.skipped().ifPresent(what -> complain("not looked into: " + what));
    if (unreadable || !finder.problems().isEmpty()) {
      return ExitCode.USAGE;
    }
    return failed ? ExitCode.FAILED : ExitCode.PASSED;
  }

  private CheckedSkill.Strictness strictness() {
    return strict ? CheckedSkill.Strictness.STRICT : CheckedSkill.Strictness.LENIENT;
  }

  private Optional<SkillInspection> inspection() {
    Map<String, String> environment = System.getenv();
    return inspect
        ? Optional.of(
            SkillInspection.open(
                Home.locate(environment), Path.of("").toAbsolutePath(), environment))
        : Optional.empty();
  }

  private static void close(SkillInspection inspection) {
    System.err.println("assay check: " + Visible.line(inspection.spent()));
    inspection.close();
  }

  private void run(Checks checks, List<Path> skills, ReportWriter report, PrintStream out)
      throws InterruptedException {
    boolean bar = skills.size() >= WORTH_A_BAR && Colours.isTerminal();
    CheckProgress progress = new CheckProgress(System.err, skills.size());
    checks.run(
        skills,
        skill -> {
          failed |= !skill.passed();
          unreadable |= skill.unreadable();
          if (bar) {
            progress.clear();
          }
          report.skill(skill);
          if (bar) {
            out.flush();
            progress.step(System.nanoTime());
          }
        });
    if (bar) {
      progress.clear();
    }
  }

  private ReportWriter writer(PrintStream out, SkillFinder finder) {
    boolean summary = !details && finder.skills().size() >= WORTH_A_BAR;
    return switch (format) {
      case text ->
          summary
              ? new SummaryReport(out, Colours.choose())
              : new TextReport(out, Colours.choose());
      case json -> new JsonReport(out, finder.many());
      case sarif -> new SarifReport(out, Version.TEXT);
      case junit -> new JunitReport(out);
    };
  }

  /// Opens the standard output in UTF-8, independent of the locale.
  private static PrintStream utf8() {
    return new PrintStream(
        new BufferedOutputStream(System.out, 1 << 16), false, StandardCharsets.UTF_8);
  }

  private static void complain(String problem) {
    System.err.println("assay check: " + Visible.line(problem));
  }
}
