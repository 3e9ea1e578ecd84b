package dev.assay.cli.imports;

import dev.assay.cli.connection.Connection;
import dev.assay.cli.connection.ServerOption;
import dev.assay.cli.terminal.ExitCode;
import dev.assay.cli.validate.RemoteSkills;
import dev.assay.skill.Visible;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// The three commands about skills in git repositories.
public final class ImportCommands {
  private static final String RECORD = "assay-skills.json";
  private static final int SHORT = 12;

  private ImportCommands() {}

  /// The command `assay skills import`.
  @Command(
      name = "import",
      description = "Uploads the skills of a git repository, and records the commit.",
      mixinStandardHelpOptions = true,
      footer = {
        "",
        "What came from where is kept in assay-skills.json, for `skills outdated` and `skills update`.",
        "Exit codes: 0 all were taken, 1 some were refused, 2 the repository cannot be read."
      })
  public static final class Import implements Callable<Integer> {
    @Mixin private ServerOption server = new ServerOption();

    @Parameters(
        paramLabel = "SOURCE",
        description =
            "A git repository: folder, address, or owner/name on ASSAY_GIT_HOST (default: https://github.com).")
    private String source = "";

    @Option(
        names = "--ref",
        paramLabel = "REF",
        description = "A branch, tag or commit (default: the usual branch).")
    private String ref = "HEAD";

    @Option(
        names = "--record",
        paramLabel = "FILE",
        description = "Where imports are recorded (default: ${DEFAULT-VALUE}).")
    private Path record = Path.of(RECORD);

    @Spec private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
      PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
      ImportRecord known = ImportRecord.read(record);
      try (Connection connection = server.connect()) {
        SkillImport bringing = new SkillImport(out, target(connection));
        ImportRecord.Source brought =
            bringing.bring(new ImportRecord.Source(source, ref, "", List.of()));
        known.with(brought).write(record);
        out.println("at commit " + brought.commit() + ", recorded in " + record);
        return brought.skills().isEmpty() || bringing.refused() > 0
            ? ExitCode.FAILED
            : ExitCode.PASSED;
      }
    }
  }

  /// The command `assay skills outdated`.
  @Command(
      name = "outdated",
      description = "Which imported repositories have a newer commit; changes nothing.",
      mixinStandardHelpOptions = true,
      footer = {"", "Exit codes: 0 all are up to date, 1 some are not."})
  public static final class Outdated implements Callable<Integer> {
    @Option(
        names = "--record",
        paramLabel = "FILE",
        description = "Where imports are recorded (default: ${DEFAULT-VALUE}).")
    private Path record = Path.of(RECORD);

    @Spec private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
      PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
      boolean behind = false;
      ImportRecord known = ImportRecord.read(record);
      sayIfEmpty(known, record, out);
      for (ImportRecord.Source each : known.sources()) {
        String now = GitRepository.of(each.source(), System.getenv()).commit(each.ref());
        boolean same = now.equals(each.commit());
        behind |= !same;
        out.println(
            Visible.line(
                "%s  %s%s"
                    .formatted(
                        each.source(),
                        brief(each.commit()),
                        same ? "  up to date" : " → " + brief(now))));
      }
      return behind ? ExitCode.FAILED : ExitCode.PASSED;
    }
  }

  /// The command `assay skills update`.
  @Command(
      name = "update",
      description = "Uploads what changed in the imported repositories since.",
      mixinStandardHelpOptions = true,
      footer = {"", "Exit codes: 0 all were taken, 1 some were refused."})
  public static final class Update implements Callable<Integer> {
    @Mixin private ServerOption server = new ServerOption();

    @Option(
        names = "--record",
        paramLabel = "FILE",
        description = "Where imports are recorded (default: ${DEFAULT-VALUE}).")
    private Path record = Path.of(RECORD);

    @Spec private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
      PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
      ImportRecord known = ImportRecord.read(record);
      if (known.sources().isEmpty()) {
        sayIfEmpty(known, record, out);
        return ExitCode.PASSED;
      }
      try (Connection connection = server.connect()) {
        SkillImport bringing = new SkillImport(out, target(connection));
        for (ImportRecord.Source each : known.sources()) {
          known = known.with(bringing.bring(each));
          known.write(record);
        }
        return bringing.refused() > 0 ? ExitCode.FAILED : ExitCode.PASSED;
      }
    }
  }

  private static void sayIfEmpty(ImportRecord known, Path record, PrintWriter out) {
    if (known.sources().isEmpty()) {
      out.println(
          "No import is recorded in " + record + ". Begin with: assay skills import SOURCE");
      out.flush();
    }
  }

  private static SkillImport.Target target(Connection connection) {
    RemoteSkills skills = new RemoteSkills(connection);
    return archive -> skills.upload(archive).path("skill_id").asString("");
  }

  private static String brief(String commit) {
    return commit.substring(0, Math.min(SHORT, commit.length()));
  }
}
