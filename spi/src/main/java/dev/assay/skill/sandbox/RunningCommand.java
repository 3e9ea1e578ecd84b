package dev.assay.skill.sandbox;

import java.io.OutputStream;

/// A command on its way.
public interface RunningCommand {
  /// Its standard input, if the command brought none of its own. Closing it is the end of the
  /// input.
  OutputStream stdin();

  /// Waits for the end. Interrupting the waiting thread kills the command.
  CommandResult await();

  /// Kills it and everything it started, daemons too. Does nothing once it has ended, except to
  /// what it left running.
  void kill();
}
