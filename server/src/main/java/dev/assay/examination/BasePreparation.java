package dev.assay.examination;

import dev.assay.configuration.StartSettings;
import dev.assay.home.Home;
import dev.assay.sandbox.settings.PreparedBase;
import dev.assay.wiring.ChosenEngine;
import java.nio.file.Path;
import java.util.Map;

/// Prepares the base of sandboxes at a provider, as the settings describe the provider.
public final class BasePreparation {
  private BasePreparation() {}

  /// @param from the name of an existing base at the provider
  /// @param name the name of the new base
  /// @throws dev.assay.skill.AssayException with the reason and the remedy
  public static PreparedBase run(
      Home home, Map<String, String> environment, String engine, String from, String name) {
    return ChosenEngine.prepare(
        engine, StartSettings.read(home, Path.of("").toAbsolutePath(), environment), from, name);
  }
}
