package dev.assay.validation.dependency;

import dev.assay.skill.sandbox.Sandbox;
import java.nio.file.Path;
import java.util.List;

/// Throw-away sandboxes in which packages are looked up and built. Changes by the code of a package
/// never reach the next sandbox.
public interface Workbenches {
  /// Opens a sandbox in which no code of a package has run. The caller closes it.
  Sandbox open();

  /// Opens a sandbox with these packages installed.
  Sandbox openWith(List<PackageContent> packages);

  /// Ends all processes of a sandbox, so that none can change the files that are read from it.
  void end(Sandbox sandbox);

  /// Returns the server's own copy of a file of the skill, by its path in the sandbox.
  Path carried(String path);
}
