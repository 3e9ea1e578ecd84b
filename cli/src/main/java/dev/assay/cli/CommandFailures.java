package dev.assay.cli;

import dev.assay.cli.terminal.ExitCode;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Fault;
import dev.assay.skill.Visible;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/// Reports a failure in one sentence and chooses the exit code. Only an unexpected failure gets a
/// stack trace.
final class CommandFailures implements IExecutionExceptionHandler {
  @Override
  public int handleExecutionException(Exception failure, CommandLine command, ParseResult parsed) {
    PrintWriter err = command.getErr();
    if (failure instanceof AssayException problem) {
      err.println("assay: " + Visible.text(problem.reason()));
      if (problem.fault() == Fault.INTERNAL) {
        problem.printStackTrace(err);
      }
      err.flush();
      if (problem.code() == ErrorCode.SERVER_UNREACHABLE
          || problem.code() == ErrorCode.SERVER_FAILED) {
        return ExitCode.UNREACHABLE;
      }
      return problem.fault() == Fault.SUBMITTER ? ExitCode.USAGE : ExitCode.FAILED;
    }
    err.println("assay: an unexpected failure; please report this:");
    failure.printStackTrace(err);
    err.flush();
    return ExitCode.FAILED;
  }
}
