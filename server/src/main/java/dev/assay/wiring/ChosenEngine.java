package dev.assay.wiring;

import dev.assay.configuration.EngineCatalogue;
import dev.assay.configuration.Settings;
import dev.assay.home.Home;
import dev.assay.sandbox.SandboxEngines;
import dev.assay.sandbox.settings.DockerSettings;
import dev.assay.sandbox.settings.LocalSettings;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.skill.sandbox.lease.Leases;

/// The engine that the settings name.
public final class ChosenEngine {
  private ChosenEngine() {}

  static SandboxEngine of(Settings settings, Home home, Leases leases) {
    return named(settings.value(EngineCatalogue.ENGINE), settings, home, leases);
  }

  /// @throws AssayException with `CONFIGURATION_INVALID` and the names that are known
  public static SandboxEngine named(String name, Settings settings, Home home, Leases leases) {
    return switch (name) {
      case "docker" ->
          SandboxEngines.docker(
              new DockerSettings(
                  home.sandboxFolder(),
                  settings.value(EngineCatalogue.DOCKER_SOCKET),
                  settings.find(EngineCatalogue.DOCKER_NETWORK),
                  settings.find(EngineCatalogue.DOCKER_RUNTIME)),
              leases);
      case "local" ->
          SandboxEngines.local(LocalSettings.in(home.sandboxFolder()).hiding(home.path()), leases);
      default ->
          throw new AssayException(
              ErrorCode.CONFIGURATION_INVALID,
              "There is no sandbox engine \"%s\"; use local or docker.".formatted(name));
    };
  }
}
