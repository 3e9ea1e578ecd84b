package dev.assay.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/// `assay`: the command line's entry.
@Command(
    name = "assay",
    description = "Proves agent skills before agents may use them, and then runs them.",
    mixinStandardHelpOptions = true,
    version = "0.1.0",
    subcommands = {CommandLine.HelpCommand.class})
public final class Assay {
  private Assay() {}

  public static void main(String[] arguments) {
    System.exit(new CommandLine(new Assay()).execute(arguments));
  }
}
