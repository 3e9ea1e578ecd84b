package dev.assay.sandbox.agent;

import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.Limit;
import dev.assay.skill.sandbox.Outcome;
import dev.assay.skill.sandbox.SandboxFailure;

/// Why a command did not start: its own doing, a limit of the sandbox, or our failure. The numbers
/// are Linux's.
final class AgentRefusal {
  private static final int EAGAIN = 11;
  private static final int ENOMEM = 12;

  private AgentRefusal() {}

  /// @param verdict `n` the program was refused, `f` there was no process to run it in
  static Outcome outcome(char verdict, int errno, String program) {
    if (errno == EAGAIN) {
      return new Outcome.LimitExceeded(Limit.PROCESSES);
    }
    if (errno == ENOMEM) {
      return new Outcome.OutOfMemory();
    }
    String why = verdict == 'n' ? ownFault(errno) : "";
    if (why.isEmpty()) {
      throw new SandboxFailure(
          ErrorCode.SANDBOX_FAILED,
          "The command %s was not started: %s.".formatted(program, platformFault(errno)));
    }
    return new Outcome.NotFound(program, why);
  }

  /// What a program or its path can be guilty of; empty for everything else.
  private static String ownFault(int errno) {
    return switch (errno) {
      case 2 -> "no such program";
      case 1, 13 -> "not executable";
      case 7 -> "its arguments are too long for the kernel";
      case 8, 80 -> "not an executable format";
      case 20, 21, 22, 36, 40 -> "not a program's path";
      case 26 -> "it is being written";
      default -> "";
    };
  }

  private static String platformFault(int errno) {
    return switch (errno) {
      case 5 -> "the disk failed";
      case 16 -> "the sandbox stands still for a snapshot";
      case 23 -> "the machine has no file descriptors left";
      case 24 -> "the sandbox has no file descriptors left";
      case 87 -> "too many commands and connections at once";
      default -> "error " + errno;
    };
  }
}
