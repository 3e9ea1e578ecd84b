package dev.assay.cli.evals;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The command `assay evals`, about the tests that authors add to their skills.
@Command(
    name = "evals",
    description = "Writes and checks the tests in a skill's folder evals/.",
    mixinStandardHelpOptions = true,
    subcommands = {EvalsCheckCommand.class, EvalsInitCommand.class})
public final class EvalsCommand implements Runnable {
  @Spec private @org.jspecify.annotations.Nullable CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        java.util.Objects.requireNonNull(spec).commandLine(), "Name a command: check or init.");
  }
}
