package dev.assay.sandbox.settings;

import dev.assay.skill.sandbox.SandboxEngine;
import java.nio.file.Path;

/// The local engine, with the preparation of bases.
public interface LocalSandboxes extends SandboxEngine {
  /// Builds the `debian` base with the machine's own package tools; needs Debian's mirrors. Has no
  /// effect if the base exists.
  void buildDebianBase(DebianBuild build);

  /// Imports a folder or tar archive with a whole system in its present state, as a base. Later
  /// changes of the source do not affect it.
  ///
  /// @return the name, which follows from the content
  /// @throws dev.assay.skill.AssayException with `CONFIGURATION_INVALID` if no sandbox with a shell
  ///   and Python can be made of it; then nothing of it is kept
  String importBase(Path source);
}
