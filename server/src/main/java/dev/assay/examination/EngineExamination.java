package dev.assay.examination;

import dev.assay.configuration.Catalogue;
import dev.assay.configuration.Settings;
import dev.assay.configuration.StartSettings;
import dev.assay.home.Home;
import dev.assay.sandbox.EngineTrial;
import dev.assay.sandbox.FileLeases;
import dev.assay.skill.AssayException;
import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.wiring.ChosenEngine;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Tries an engine on this machine as the settings describe it.
public final class EngineExamination {
  private EngineExamination() {}

  /// @param engine the name of the engine, independent of the engine that the settings choose
  public static List<EngineTrial.Step> run(
      Home home, Path workingDirectory, Map<String, String> environment, String engine) {
    home.prepare();
    try (FileLeases leases = new FileLeases(home.path().resolve("sandbox-leases"))) {
      Settings settings = StartSettings.read(home, workingDirectory, environment);
      try (SandboxEngine tried = ChosenEngine.named(engine, settings, home, leases)) {
        return EngineTrial.of(tried, settings.value(Catalogue.SANDBOX_BASE));
      }
    } catch (AssayException e) {
      return List.of(new EngineTrial.Step(engine, false, "cannot be used", e.reason()));
    }
  }
}
