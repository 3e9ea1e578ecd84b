package dev.assay.skill.sandbox;

import java.util.function.Consumer;

/// A place of its own in which commands run. It lives until it is destroyed, its wall time is over
/// or its owner's process ends, whatever comes first.
///
/// Every method throws a [SandboxFailure] with `SANDBOX_GONE` once it is gone, except that
/// [#network()], [#access()] and [#metrics()] of a sandbox whose wall time ended it answer what was
/// recorded until then. Methods may be called from many threads; commands run side by side.
public interface Sandbox extends AutoCloseable {
  String id();

  SandboxSpec spec();

  /// Starts a command. The listener gets output as it comes, from a thread of its own; a slow
  /// listener slows down its own command only.
  RunningCommand start(Command command, OutputListener listener);

  /// Runs a command to its end.
  default CommandResult run(Command command) {
    return start(command, OutputListener.silent()).await();
  }

  SandboxFiles files();

  /// Connects to a TCP port that something inside listens on, over loopback.
  ///
  /// @throws dev.assay.skill.AssayException with `NOT_FOUND` if nothing listens there
  PortConnection dial(int port);

  /// Opens a TCP port on loopback inside; each connection made there is handed to the handler, on a
  /// thread of its own, which ends it. The port stays open as long as the sandbox lives. What comes
  /// over it is hostile.
  ///
  /// @throws SandboxFailure with `SANDBOX_FAILED` if somebody listens there already
  void listen(int port, Consumer<PortConnection> handler);

  Metrics metrics();

  /// Everything the sandbox tried to reach so far; complete for all commands that have ended.
  NetworkEvidence network();

  /// What was opened in watched mounts so far; complete for all commands that have ended.
  AccessEvidence access();

  /// Copies the present state into a new layer. The sandbox stands still meanwhile and then goes
  /// on.
  SandboxImage snapshot();

  /// Turns the present state into a new layer without copying, which ends the sandbox.
  SandboxImage freeze();

  /// Ends it and removes everything it had. Doing it again does nothing.
  void destroy();

  @Override
  default void close() {
    destroy();
  }
}
