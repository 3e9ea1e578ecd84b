package dev.assay.sandbox;

import java.util.UUID;

/// Keeps the files of workspaces alike on all servers of a database.
public interface SharedFiles {
  /// Makes the folders of a workspace here and what the other servers know of it the same: what
  /// changed here since the last time goes to them, what changed there comes here. Where both
  /// changed a file, theirs stays. To be called before its files are used and after they changed.
  ///
  /// @throws dev.assay.skill.AssayException with `BLOB_STORE_FAILED`; then nothing of theirs was
  ///   changed
  void settle(UUID workspace);

  /// Forgets the files of a workspace everywhere; other servers remove theirs by and by.
  void forget(UUID workspace);

  /// Removes what is here of workspaces that were forgotten, and contents that no file has. To be
  /// called now and then.
  void sweep();

  /// For the only server there is.
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
