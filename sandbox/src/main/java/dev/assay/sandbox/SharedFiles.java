package dev.assay.sandbox;

import java.util.UUID;

/// Keeps the files of workspaces equal on all servers of a database.
public interface SharedFiles {
  /// Synchronises the folders of a workspace here with the other servers: local changes since the
  /// last time go to them, and theirs come here. Where both changed a file, theirs wins. Callers
  /// call it before they use the files and after they changed them.
  ///
  /// @throws dev.assay.skill.AssayException with `BLOB_STORE_FAILED`; then none of their files was
  ///   changed
  void settle(UUID workspace);

  /// Deletes the files of a workspace everywhere; other servers delete theirs later.
  void forget(UUID workspace);

  /// Removes local files of forgotten workspaces, and contents that no file has. Called
  /// periodically.
  void sweep();

  /// An implementation without effect, for a single server.
  static SharedFiles ofOneServer() {
    return new SharedFiles() {
      @Override
      public void settle(UUID workspace) {}

      @Override
      public void forget(UUID workspace) {}

      @Override
      public void sweep() {}
    };
  }
}
