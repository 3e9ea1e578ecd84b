package dev.assay.validation.dependency;

import dev.assay.skill.sandbox.Sandbox;
import java.nio.file.Path;
import java.util.List;

/// Throw-away sandboxes in which packages are looked for and built. Whatever code of a package does
/// in one of them, it is not there in the next.
public interface Workbenches {
  /// One in which no code of a package has run. Whoever asks for it closes it.
  Sandbox open();

  /// The same with these packages in their places.
  Sandbox openWith(List<PackageContent> packages);

  /// Ends everything that runs in one, so that nobody changes what is read from it.
  void end(Sandbox sandbox);

  /// The file of ours that lies at a path inside, in a folder of the skill.
  Path carried(String path);
}
