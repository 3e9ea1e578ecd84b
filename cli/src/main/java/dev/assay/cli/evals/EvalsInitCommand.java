package dev.assay.cli.evals;

import dev.assay.cli.check.IoReason;
import dev.assay.cli.check.Workspace;
import dev.assay.cli.terminal.ExitCode;
import dev.assay.examination.EvalExamination;
import dev.assay.intake.Intake;
import dev.assay.intake.IntakeLimits;
import dev.assay.skill.Visible;
import dev.assay.skill.eval.Eval;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/// The command `assay evals init`. It writes first tests from the skill's own examples.
@Command(
    name = "init",
    description = "Writes evals/evals.json from the examples in SKILL.md; never overwrites.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Commands whose output SKILL.md does not show become drafts: replace \"To do\" by what a",
      "right answer holds. Exit status: 0 written, 1 there is nothing to write or tests are there",
      "already, 2 the folder cannot be read or written."
    })
public final class EvalsInitCommand implements Callable<Integer> {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @Parameters(paramLabel = "DIR", description = "The skill's folder.")
  private Path folder = Path.of("");

  @Option(names = "--dry-run", description = "Print what would be written, and write nothing.")
  private boolean dryRun;

  @Spec private @org.jspecify.annotations.Nullable CommandSpec spec;

  @Override
  public Integer call() {
    if (!Files.isRegularFile(folder.resolve("SKILL.md"))) {
      return complain(folder + " holds no SKILL.md; give a skill's folder", ExitCode.USAGE);
    }
    Intake intake = new Intake(IntakeLimits.standard(), Workspace.open());
    try {
      Optional<EvalExamination.Starter> starter = EvalExamination.begin(intake, folder);
      if (starter.isEmpty()) {
        return complain(folder + " has errors; see `assay check " + folder + "`", ExitCode.FAILED);
      }
      if (starter.get().evals().isEmpty()) {
        return complain(
            "SKILL.md shows no command and no example; write evals/evals.json by hand (docs/reference/rehearsal.md)",
            ExitCode.FAILED);
      }
      return write(intake, starter.get());
    } catch (IOException e) {
      return complain("cannot read or write: " + IoReason.words(e), ExitCode.USAGE);
    }
  }

  private int write(Intake intake, EvalExamination.Starter starter) throws IOException {
    PrintWriter out = java.util.Objects.requireNonNull(spec).commandLine().getOut();
    Path target = folder.resolve("evals/evals.json");
    String text = JSON.writerWithDefaultPrettyPrinter().writeValueAsString(json(starter)) + "\n";
    if (dryRun) {
      out.print(text);
      out.flush();
      return ExitCode.PASSED;
    }
    if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
      return complain(
          target + " is there already; `assay evals check` reviews it", ExitCode.FAILED);
    }
    for (Map.Entry<String, byte[]> file : starter.files().entrySet()) {
      create(folder.resolve(file.getKey()), file.getValue());
    }
    create(target, text.getBytes(StandardCharsets.UTF_8));
    out.println(Visible.line(target.toString()));
    EvalExamination.check(intake, folder).ifPresent(result -> out.print(EvalsText.of(result)));
    out.flush();
    return ExitCode.PASSED;
  }

  /// Creates an input file. An existing file belongs to the author and is left unchanged.
  private static void create(Path path, byte[] content) throws IOException {
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      Files.createDirectories(path.resolveSibling(""));
      Files.write(path, content, StandardOpenOption.CREATE_NEW);
    }
  }

  private Map<String, Object> json(EvalExamination.Starter starter) throws IOException {
    Map<String, Object> root = new LinkedHashMap<>();
    root.put("skill_name", String.valueOf(folder.toRealPath().getFileName()));
    root.put("evals", starter.evals().stream().map(EvalsInitCommand::fields).toList());
    return root;
  }

  private static Map<String, Object> fields(Eval eval) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("id", eval.id());
    fields.put("prompt", eval.prompt());
    fields.put("expected_output", eval.expectedOutput());
    fields.put("files", eval.files());
    fields.put("expectations", eval.expectations());
    return fields;
  }

  private static int complain(String problem, int status) {
    EvalsCheckCommand.complain(problem);
    return status;
  }
}
