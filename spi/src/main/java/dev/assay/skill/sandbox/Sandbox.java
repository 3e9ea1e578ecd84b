package dev.assay.skill.sandbox;

import java.io.InputStream;
import java.io.OutputStream;

/// A place of its own in which commands run. It lives until it is destroyed, its wall time is over
/// or its owner's process ends, whatever comes first.
///
/// Every engine implements [#id()], [#spec()], [#start] and [#destroy()]; what else stands here is
/// written over these four, and an engine overrides it where its provider has a better way. The
/// inherited interfaces are optional parts: each refuses with `SANDBOX_UNSUPPORTED` unless the
/// engine claims the feature and overrides it.
///
/// Every method throws a [SandboxFailure] with `SANDBOX_GONE` once it is gone, except that
/// [#network()], [#access()] and [#metrics()] of a sandbox whose wall time ended it answer what was
/// recorded until then. Methods may be called from many threads; commands run side by side.
public interface Sandbox
    extends Snapshots,
        NetworkRecording,
        AccessRecording,
        Measurement,
        PortAccess,
        NetworkChange,
        ProcessEnd,
        AutoCloseable {
  /// Ours, as in its lease.
  String id();

  SandboxSpec spec();

  /// Starts a command. The listener gets output as it comes, from a thread of its own; a slow
  /// listener slows down its own command only.
  RunningCommand start(Command command, OutputListener listener);

  /// Ends it and removes everything it had, its lease at last. Doing it again does nothing.
  void destroy();

  /// Runs a command to its end.
  default CommandResult run(Command command) {
    return start(command, OutputListener.silent()).await();
  }

  /// Unpacks a tar archive into a folder inside, which is made if it is not there.
  default void put(InputStream tar, String folder) {
    new CommandTrees(this).put(tar, folder);
  }

  /// Writes a folder's content as a tar archive, with paths relative to it. What comes is hostile;
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
