package dev.assay.cli;

import dev.assay.cli.calibrate.CalibrateCommand;
import dev.assay.cli.chat.ChatCommand;
import dev.assay.cli.doctor.DoctorCommand;
import dev.assay.cli.evals.EvalsCommand;
import dev.assay.cli.fulltest.FullTestCommand;
import dev.assay.cli.project.McpCommand;
import dev.assay.cli.project.ProjectsCommand;
import dev.assay.cli.project.ToolCommand;
import dev.assay.cli.sandbox.ImagesCommand;
import dev.assay.cli.sandbox.SandboxCommand;
import dev.assay.cli.scan.ScanCommand;
import dev.assay.configuration.Version;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The entry point of the command line.
@Command(
    name = "assay",
    description = "Proves agent skills before agents may use them, and then runs them.",
    mixinStandardHelpOptions = true,
    versionProvider = Assay.Versions.class,
    footer = {
      "",
      "Start with:  assay validate DIR  does this skill work? agents try it in sandboxes",
      "             assay check DIR     is it well made? runs nothing",
      "             assay doctor        what this machine can do",
      "             assay serve         a server at http://127.0.0.1:8080",
      "",
      "Everything is kept under ASSAY_HOME (default ~/.assay). Commands that need a",
      "server use ASSAY_SERVER with ASSAY_TOKEN, else the server that runs on that",
      "home, else a private one, which stays some minutes for the next command",
      "(assay status, assay stop, --no-daemon).",
      "",
      "In the source tree also: assay dist, which writes an archive that runs without",
      "Maven, compiler or network, and assay bench, which measures.",
      "",
      "Exit codes: 0 passed, 1 failed, 2 usage or unreadable input, 3 inconclusive,",
      "4 the server cannot be reached."
    })
public final class Assay implements Runnable {
  private static final Map<String, Class<?>> COMMANDS = new LinkedHashMap<>();

  static {
    COMMANDS.put("check", CheckCommand.class);
    COMMANDS.put("evals", EvalsCommand.class);
    COMMANDS.put("scan", ScanCommand.class);
    COMMANDS.put("pack", PackCommand.class);
    COMMANDS.put("validate", ValidateCommand.class);
    COMMANDS.put("calibrate", CalibrateCommand.class);
    COMMANDS.put("verify", VerifyCommand.class);
    COMMANDS.put("skills", SkillsCommand.class);
    COMMANDS.put("full-test", FullTestCommand.class);
    COMMANDS.put("chat", ChatCommand.class);
    COMMANDS.put("projects", ProjectsCommand.class);
    COMMANDS.put("tool", ToolCommand.class);
    COMMANDS.put("mcp", McpCommand.class);
    COMMANDS.put("sandbox", SandboxCommand.class);
    COMMANDS.put("images", ImagesCommand.class);
    COMMANDS.put("serve", ServeCommand.class);
    COMMANDS.put("status", StatusCommand.class);
    COMMANDS.put("stop", StopCommand.class);
    COMMANDS.put("users", UsersCommand.class);
    COMMANDS.put("tokens", TokensCommand.class);
    COMMANDS.put("audit", AuditCommand.class);
    COMMANDS.put("retention", RetentionCommand.class);
    COMMANDS.put("backup", BackupCommand.class);
    COMMANDS.put("restore", RestoreCommand.class);
    COMMANDS.put("adopt", AdoptCommand.class);
    COMMANDS.put("doctor", DoctorCommand.class);
    COMMANDS.put("completion", CompletionCommand.class);
    COMMANDS.put("help", HelpCommand.class);
  }

  private static final Set<String> VERSION = Set.of("-V", "--version");

  @Spec private @org.jspecify.annotations.Nullable CommandSpec spec;

  private Assay() {}

  public static void main(String[] arguments) {
    System.setErr(
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8));
    // created now, because a server takes over the standard output for its log
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    System.exit(commandLine(arguments).setOut(out).execute(arguments));
  }

  /// Builds the command line for the given arguments. If the first argument names a command, no
  /// other command is built; for the version, none is. Building all of them takes longer than most
  /// commands.
  static CommandLine commandLine(String... arguments) {
    CommandLine line = new CommandLine(new Assay());
    Class<?> named = arguments.length == 0 ? null : COMMANDS.get(arguments[0]);
    if (arguments.length == 1 && VERSION.contains(arguments[0])) {
      return line;
    }
    if (named == null || named == HelpCommand.class) {
      COMMANDS.forEach(line::addSubcommand);
    } else {
      line.addSubcommand(arguments[0], named);
    }
    return line.setExecutionExceptionHandler(new CommandFailures())
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
