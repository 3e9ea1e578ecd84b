package dev.assay.sandbox.settings;

import dev.assay.skill.sandbox.SandboxEngine;
import java.nio.file.Path;

/// The local engine: it also removes what dead processes left behind on this machine.
public interface LocalSandboxes extends SandboxEngine {
  /// Builds the `debian` base with the machine's own packages tools; needs Debian's mirrors. Does
  /// nothing if it is there already.
  void buildDebianBase(DebianBuild build);

  /// Takes in a folder or tar archive with a whole system as it is now, as a base that later
  /// changes there do not touch.
  ///
  /// @return its name, which follows from its content
  /// @throws dev.assay.skill.AssayException with `CONFIGURATION_INVALID` if no sandbox with a shell
  ///   and Python can be made of it; then nothing of it is kept
  String importBase(Path source);
}
