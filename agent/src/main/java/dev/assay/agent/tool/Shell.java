package dev.assay.agent.tool;

import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Layout;
import dev.assay.skill.sandbox.Outcome;
import dev.assay.skill.sandbox.Output;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.tool.Tool;
import dev.assay.skill.tool.ToolAnswer;
import java.time.Duration;
import java.util.function.Supplier;

/// Runs commands in the sandbox and describes their results.
final class Shell {
  static final Duration USUAL = Duration.ofMinutes(5);
  private static final int KEPT_BYTES = 8 << 20;
  private static final String SCHEMA =
      """
      {"type": "object", "additionalProperties": false, "required": ["command"], "properties": {
        "command": {"type": "string", "minLength": 1, "description": "A line for the shell."},
        "cwd": {"type": "string", "description": "The folder to run in; /workspace/intermediate if left out."},
        "timeout_seconds": {"type": "integer", "minimum": 1, "maximum": 3600,
          "description": "After this time the command is killed; 300 if left out."}}}
      """;

  private final Supplier<Sandbox> sandbox;
  private final QuotedData quotation;
  private final ShortenedResult longText;

  Shell(Supplier<Sandbox> sandbox, QuotedData quotation, ShortenedResult longText) {
    this.sandbox = sandbox;
    this.quotation = quotation;
    this.longText = longText;
  }

  Tool execute() {
    return FunctionTool.of(
        "execute",
        "Runs a shell command in the sandbox and answers with its exit code, stdout and stderr."
            + " Commands cannot ask questions: standard input is empty.",
        SCHEMA,
        arguments ->
            run(
                Command.of("/bin/sh", "-c", arguments.text("command"))
                    .in(SandboxPath.path(arguments.text("cwd", Layout.INTERMEDIATE)))
                    .withTimeout(arguments.seconds("timeout_seconds", USUAL))));
  }

  ToolAnswer run(Command command) {
    CommandResult result = sandbox.get().run(command.withOutputLimit(KEPT_BYTES));
    StringBuilder text = new StringBuilder("exit code: ").append(result.shellCode());
    text.append(words(result.outcome(), command)).append('\n');
    add(text, "stdout", result.stdout());
    add(text, "stderr", result.stderr());
    if (result.leftRunning()) {
      text.append("A process that the command started is still running.\n");
    }
    return ToolAnswer.of(text.toString());
  }

  private void add(StringBuilder text, String label, Output output) {
    if (output.total() == 0) {
      text.append(label).append(": (empty)\n");
    } else {
      text.append(quotation.around(label, longText.shortened(output.text().stripTrailing())));
    }
  }

  private static String words(Outcome outcome, Command command) {
    return switch (outcome) {
      case Outcome.Exited _ -> "";
      case Outcome.Signalled signalled -> " (ended by signal " + signalled.signal() + ")";
      case Outcome.NotFound missing ->
          " (could not be started: " + missing.program() + ": " + missing.reason() + ")";
      case Outcome.TimedOut late ->
          " (killed: not done after "
              + late.after().toSeconds()
              + " s; give a longer timeout_seconds or do less at once)";
      case Outcome.OutOfMemory _ -> " (killed: the sandbox ran out of memory)";
      case Outcome.LimitExceeded exceeded ->
          " (killed: over the sandbox's limit of " + exceeded.limit() + ")";
      case Outcome.Killed _ -> " (killed: " + command.words().getFirst() + " was stopped)";
    };
  }
}
