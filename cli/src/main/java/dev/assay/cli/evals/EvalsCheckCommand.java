package dev.assay.cli.evals;

import dev.assay.cli.check.IoReason;
import dev.assay.cli.check.SkillFinder;
import dev.assay.cli.check.Workspace;
import dev.assay.cli.terminal.ExitCode;
import dev.assay.examination.EvalExamination;
import dev.assay.intake.Intake;
import dev.assay.intake.IntakeLimits;
import dev.assay.skill.Visible;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/// The command `assay evals check`. It reports for each test whether it is blind and can be checked
/// by rules.
@Command(
    name = "check",
    description =
        "Says of each test whether it is blind and can be checked by rules; runs nothing.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Exit status: 0 every skill has enough tests, 1 one has not, 2 a path could not be read.",
      "The rules are in docs/reference/rehearsal.md; with a model fewer tests are needed."
    })
public final class EvalsCheckCommand implements Callable<Integer> {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @Parameters(
      paramLabel = "DIR",
      arity = "1..*",
      description = "A skill's folder, or a folder with many.")
  private List<Path> paths = List.of();

  @Option(names = "--json", description = "Write the answer as JSON.")
  private boolean json;

  @Spec private @org.jspecify.annotations.Nullable CommandSpec spec;

  @Override
  public Integer call() {
    SkillFinder finder = new SkillFinder();
    paths.forEach(finder::add);
    Intake intake = new Intake(IntakeLimits.standard(), Workspace.open());
    List<EvalExamination.Result> results = new ArrayList<>();
    List<String> problems = new ArrayList<>(finder.problems());
    boolean refused = false;
    for (Path skill : finder.skills()) {
      if (!Files.isDirectory(skill)) {
        problems.add(skill + " is an archive; give the skill's folder");
        continue;
      }
      try {
        Optional<EvalExamination.Result> result = EvalExamination.check(intake, skill);
        result.ifPresent(results::add);
        if (result.isEmpty()) {
          refused = true;
          complain(skill + " has errors; see `assay check " + skill + "`");
        }
      } catch (IOException e) {
        problems.add(skill + " cannot be read: " + IoReason.words(e));
      }
    }
    write(results);
    problems.forEach(EvalsCheckCommand::complain);
    if (!problems.isEmpty()) {
      return ExitCode.USAGE;
    }
    return refused || !results.stream().allMatch(EvalExamination.Result::enough)
        ? ExitCode.FAILED
        : ExitCode.PASSED;
  }

  private void write(List<EvalExamination.Result> results) {
    PrintWriter out = java.util.Objects.requireNonNull(spec).commandLine().getOut();
    if (json) {
      out.println(JSON.writerWithDefaultPrettyPrinter().writeValueAsString(results));
    } else {
      results.forEach(result -> out.print(EvalsText.of(result)));
    }
    out.flush();
  }

  static void complain(String problem) {
    System.err.println("assay evals: " + Visible.line(problem));
  }
}
