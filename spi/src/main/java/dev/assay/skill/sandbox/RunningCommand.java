package dev.assay.skill.sandbox;

import java.io.OutputStream;

/// A running command.
public interface RunningCommand {
  /// The standard input, if the command brought none of its own. Closing it is the end of the
  /// input.
  OutputStream stdin();

  /// Waits for the end. Interrupting the waiting thread kills the command.
  CommandResult await();

  /// Kills the command and every process it started, daemons too. After its end only leftover
  /// background processes are killed.
  void kill();
}
