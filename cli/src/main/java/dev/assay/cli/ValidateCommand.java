package dev.assay.cli;

import dev.assay.cli.connection.Connection;
import dev.assay.cli.connection.ServerOption;
import dev.assay.cli.terminal.ExitCode;
import dev.assay.cli.validate.FollowOptions;
import dev.assay.cli.validate.SkillValidation;
import dev.assay.cli.validate.UploadContent;
import dev.assay.cli.validate.VerdictOutput;
import dev.assay.cli.verdict.ValidatedSkill;
import dev.assay.cli.verdict.VerdictEnding;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Fault;
import java.io.FileNotFoundException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// The command `assay validate`.
@Command(
    name = "validate",
    description =
        "Proves a skill: agents try it in sandboxes, online and offline, on tasks that do not name"
            + " it; then a verdict with scores and reasons.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Try:  assay validate examples/skills/csv-insights",
      "",
      "Without a configured language model it rehearses: rules take the model's place.",
      "",
      "Exit codes: 0 passed, 1 failed or refused, 2 usage or unreadable input, 3 inconclusive: the",
      "platform failed, not the skill; go on with  assay skills resume SKILL; 4 no server answers"
    })
final class ValidateCommand implements Callable<Integer> {
  @Parameters(paramLabel = "PATH", description = "A skill's folder, or a .skill or .zip archive.")
  private Path path = Path.of("");

  @Mixin private ServerOption server = new ServerOption();
  @Mixin private FollowOptions options = new FollowOptions();
  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws FileNotFoundException {
    CommandLine line = Objects.requireNonNull(spec).commandLine();
    VerdictOutput output = new VerdictOutput(options, line.getOut(), line.getErr());
    options.check();
    return switch (UploadContent.of(path)) {
      case UploadContent.Refused refused ->
          output.end(ValidatedSkill.unknown(path.toString()), refused.ending(), () -> "");
      case UploadContent.Ready(Path archive) -> upload(output, archive);
    };
  }

  private int upload(VerdictOutput output, Path archive) throws FileNotFoundException {
    try (Connection connection = server.connect(options.leaving())) {
      return new SkillValidation(connection, options, output).upload(path.toString(), archive);
    } catch (AssayException e) {
      return inconclusive(output, ValidatedSkill.unknown(path.toString()), e);
    }
  }

  /// Reports a validation that failed on the platform as inconclusive, because such a failure says
  /// nothing about the skill. A caller's mistake is reported as usual.
  static int inconclusive(VerdictOutput output, ValidatedSkill subject, AssayException failure) {
    if (failure.fault() == Fault.SUBMITTER) {
      throw failure;
    }
    int code =
        output.end(
            subject,
            new VerdictEnding.Inconclusive(failure.reason(), "Then run this again."),
            () -> "");
    return failure.code() == ErrorCode.SERVER_UNREACHABLE ? ExitCode.UNREACHABLE : code;
  }
}
