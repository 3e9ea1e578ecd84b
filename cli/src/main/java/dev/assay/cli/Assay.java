package dev.assay.cli;

import dev.assay.Version;
import dev.assay.cli.doctor.DoctorCommand;
import dev.assay.cli.sandbox.ImagesCommand;
import dev.assay.cli.sandbox.SandboxCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `assay`: the command line's entry.
@Command(
    name = "assay",
    description = "Proves agent skills before agents may use them, and then runs them.",
    mixinStandardHelpOptions = true,
    versionProvider = Assay.Versions.class,
    subcommands = {
      CheckCommand.class,
      PackCommand.class,
      SandboxCommand.class,
      ImagesCommand.class,
      ServeCommand.class,
      StatusCommand.class,
      UsersCommand.class,
      TokensCommand.class,
      DoctorCommand.class,
      HelpCommand.class
    },
    footer = {
      "",
      "Start with:  assay check DIR  is this a good skill?",
      "             assay doctor     what this machine can do",
      "             assay serve      a server at http://127.0.0.1:8080",
      "",
      "Everything is kept under ASSAY_HOME (default ~/.assay). Commands that need a server use",
      "ASSAY_SERVER with ASSAY_TOKEN, else the server that runs on that home, else a private one.",
      "",
      "Exit codes: 0 passed, 1 failed, 2 usage or unreadable input, 3 inconclusive."
    })
public final class Assay implements Runnable {
  @Spec private @org.jspecify.annotations.Nullable CommandSpec spec;

  private Assay() {}

  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    return new CommandLine(new Assay())
        .setExecutionExceptionHandler(new Failures())
        .setCaseInsensitiveEnumValuesAllowed(true);
  }

  @Override
  public void run() {
    throw new ParameterException(
        java.util.Objects.requireNonNull(spec).commandLine(), "Name a command.");
  }

  static final class Versions implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"Assay " + Version.TEXT + " on Java " + Runtime.version()};
    }
  }
}
