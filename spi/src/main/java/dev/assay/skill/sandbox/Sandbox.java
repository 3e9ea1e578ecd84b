package dev.assay.skill.sandbox;

import java.io.InputStream;
import java.io.OutputStream;

/// An isolated place in which commands run. It lives until it is destroyed, its wall time is over
/// or its owner's process ends, whichever comes first.
///
/// Every engine implements [#id()], [#spec()], [#start] and [#destroy()]. The other methods have
/// defaults written over these four, and an engine overrides them where its provider has a better
/// way. The inherited interfaces are optional parts: each refuses with `SANDBOX_UNSUPPORTED` unless
/// the engine claims the feature and overrides it.
///
/// Every method throws a [SandboxFailure] with `SANDBOX_GONE` once the sandbox is gone. Exception:
/// after the end of the wall time [#network()], [#access()] and [#metrics()] return what was
/// recorded until then. Methods are thread-safe; commands run side by side.
public interface Sandbox
    extends Snapshots,
        NetworkRecording,
        AccessRecording,
        Measurement,
        PortAccess,
        NetworkChange,
        ProcessEnd,
        AutoCloseable {
  /// Assay's id of the sandbox, as in its lease.
  String id();

  SandboxSpec spec();

  /// Starts a command. The listener gets output as it arrives, on a thread of its own; a slow
  /// listener slows down its own command only.
  RunningCommand start(Command command, OutputListener listener);

  /// Ends the sandbox and removes all its resources, its lease last. A second call has no effect.
  void destroy();

  /// Runs a command to its end.
  default CommandResult run(Command command) {
    return start(command, OutputListener.silent()).await();
  }

  /// Unpacks a tar archive into a folder inside, which is made if it is missing.
  default void put(InputStream tar, String folder) {
    new CommandTrees(this).put(tar, folder);
  }

  /// Writes a folder's content as a tar archive, with paths relative to it. The archive is hostile;
  /// [dev.assay.skill.sandbox.tree.TarReceiver] reads it.
  default void get(String folder, OutputStream tar) {
    new CommandTrees(this).get(folder, tar);
  }

  default SandboxFiles files() {
    return new CommandFiles(this);
  }

  @Override
  default void close() {
    destroy();
  }
}
