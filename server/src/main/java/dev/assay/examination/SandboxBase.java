package dev.assay.examination;

import dev.assay.configuration.Catalogue;
import dev.assay.configuration.StartSettings;
import dev.assay.home.Home;
import java.nio.file.Path;
import java.util.Map;

/// Reads the base of sandboxes from the settings, for commands that need no server.
public final class SandboxBase {
  private SandboxBase() {}

  /// Returns the value of `assay.sandbox.base` as a server started here would read it.
  ///
  /// @throws dev.assay.skill.AssayException with `CONFIGURATION_INVALID` and all problems of the
  ///   settings
  public static String choice(Home home, Path workingDirectory, Map<String, String> environment) {
    return StartSettings.read(home, workingDirectory, environment).value(Catalogue.SANDBOX_BASE);
  }
}
