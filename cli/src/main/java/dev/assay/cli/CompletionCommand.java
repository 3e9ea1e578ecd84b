package dev.assay.cli;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// The command `assay completion`. It prints the script with which a shell completes commands and
/// options.
@Command(
    name = "completion",
    description = "Prints a script with which bash and zsh complete commands and options.",
    mixinStandardHelpOptions = true,
    footer = {"", "Use it with:  source <(assay completion)"})
final class CompletionCommand implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  @Override
  public void run() {
    CommandLine own = Objects.requireNonNull(spec).commandLine();
    own.getOut().print(AutoComplete.bash("assay", Assay.commandLine()));
    own.getOut().flush();
  }
}
