package dev.assay.sandbox;

import dev.assay.skill.sandbox.Sandbox;
import java.util.List;

/// The sandbox of a workspace that is used again and again. Between [#begin] and [#end] of a use
/// its files belong to the sandbox; whether that needs anything to be sent is the engine's
/// business.
public final class OpenWorkspace {
  private final Sandbox sandbox;
  private final List<SynchronisedFolder> folders;
  private final long quota;

  /// @param folders none if the sandbox sees the host's own
  OpenWorkspace(Sandbox sandbox, List<SynchronisedFolder> folders, long quota) {
    this.sandbox = sandbox;
    this.folders = List.copyOf(folders);
    this.quota = quota;
  }

  public Sandbox sandbox() {
    return sandbox;
  }

  public synchronized void begin() {
    folders.forEach(folder -> folder.push(sandbox));
  }

  public synchronized void end() {
    folders.forEach(folder -> folder.pull(sandbox, quota));
  }
}
