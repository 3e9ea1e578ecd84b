package dev.assay.sandbox.docker;

import dev.assay.sandbox.local.TreeMirror;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.Mount;
import dev.assay.skill.sandbox.SandboxFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/// The trees whose use is recorded: each container has its own, so that what others read is not
/// mixed in.
///
/// @param folder without a link on the way to it
record WatchedTrees(Path folder) {
  /// The mounts of a container as it has them.
  List<Mount> seen(String id, List<Mount> wanted) {
    List<Mount> all = new ArrayList<>();
    for (Mount mount : wanted) {
      all.add(
          mount.access() == Mount.Access.WATCHED
              ? new Mount(
                  place(id).resolve(Integer.toString(all.size())), mount.target(), mount.access())
              : mount);
    }
    return all;
  }

  void copy(String id, List<Mount> wanted) {
    List<Mount> own = seen(id, wanted);
    for (int number = 0; number < own.size(); number++) {
      if (wanted.get(number).access() == Mount.Access.WATCHED) {
        TreeMirror.make(wanted.get(number).source(), own.get(number).source());
      }
    }
  }

  /// A folder for the recorder of a container, which nobody else may enter.
  Path recorder(String id) {
    try {
      Files.createDirectories(place(id));
      return Files.createDirectory(
          place(id).resolve("recorder"),
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } catch (IOException e) {
      throw new SandboxFailure(
          ErrorCode.SANDBOX_FAILED, "The recorder's folder cannot be made: " + e, e);
    }
  }

  void remove(String id) {
    TreeMirror.remove(place(id));
  }

  private Path place(String id) {
    return folder.resolve(id);
  }
}
