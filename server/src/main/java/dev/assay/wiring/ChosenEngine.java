package dev.assay.wiring;

import dev.assay.configuration.EngineCatalogue;
import dev.assay.configuration.Setting;
import dev.assay.configuration.Settings;
import dev.assay.home.Home;
import dev.assay.sandbox.SandboxEngines;
import dev.assay.sandbox.settings.DaytonaSettings;
import dev.assay.sandbox.settings.DockerSettings;
import dev.assay.sandbox.settings.E2bSettings;
import dev.assay.sandbox.settings.LocalSettings;
import dev.assay.sandbox.settings.PreparedBase;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import dev.assay.skill.sandbox.LayerArchive;
import dev.assay.skill.sandbox.LayerDigests;
import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.lease.Leases;
import java.util.Optional;

/// Creates the sandbox engine that the settings name.
public final class ChosenEngine {
  private final Settings settings;

  private ChosenEngine(Settings settings) {
    this.settings = settings;
  }

  /// @param archive the archive through which layers reach other servers; an engine at a provider
  ///   needs none
  /// @param digests the digests of the admitted layers
  static SandboxEngine of(
      Settings settings,
      Home home,
      Leases leases,
      Optional<LayerArchive> archive,
      LayerDigests digests) {
    String name = settings.value(EngineCatalogue.ENGINE);
    return name.equals(SandboxImage.FIRST_ENGINE)
        ? SandboxEngines.local(local(home), leases, archive, digests)
        : named(name, settings, home, leases);
  }

  private static LocalSettings local(Home home) {
    return LocalSettings.in(home.sandboxFolder()).hiding(home.path());
  }

  /// @throws AssayException with `CONFIGURATION_INVALID` and the known names, or the setting that
  ///   is missing
  public static SandboxEngine named(String name, Settings settings, Home home, Leases leases) {
    ChosenEngine chosen = new ChosenEngine(settings);
    return switch (name) {
      case "daytona" -> SandboxEngines.daytona(chosen.daytona(Optional.empty()), leases);
      case "docker" -> SandboxEngines.docker(chosen.docker(home), leases);
      case "e2b" -> SandboxEngines.e2b(chosen.e2b(Optional.empty()), leases);
      case "local" -> SandboxEngines.local(local(home), leases);
      default ->
          throw new AssayException(
              ErrorCode.CONFIGURATION_INVALID,
              "There is no sandbox engine \"%s\"; use local, docker, daytona or e2b."
                  .formatted(name));
    };
  }

  /// Prepares a base for sandboxes at a provider.
  ///
  /// @param from the name of an existing base at the provider
  /// @throws AssayException with `CONFIGURATION_INVALID` if the engine needs no preparation
  public static PreparedBase prepare(String engine, Settings settings, String from, String name) {
    ChosenEngine chosen = new ChosenEngine(settings);
    return switch (engine) {
      case "daytona" ->
          new PreparedBase(
              EngineCatalogue.DAYTONA_SNAPSHOT.key(),
              SandboxEngines.prepareBase(chosen.daytona(Optional.of(from)), name));
      case "e2b" ->
          new PreparedBase(
              EngineCatalogue.E2B_TEMPLATE.key(),
              SandboxEngines.prepareBase(chosen.e2b(Optional.of(from)), name));
      default ->
          throw new AssayException(
              ErrorCode.CONFIGURATION_INVALID,
              "Only what sandboxes of daytona and e2b start from is prepared elsewhere, not that of \"%s\". For local and docker: assay images build."
                  .formatted(Visible.line(engine)));
    };
  }

  private DockerSettings docker(Home home) {
    return new DockerSettings(
        home.sandboxFolder(),
        settings.value(EngineCatalogue.DOCKER_SOCKET),
        settings.find(EngineCatalogue.DOCKER_NETWORK),
        settings.find(EngineCatalogue.DOCKER_RUNTIME));
  }

  /// @param from a snapshot that replaces the one in the settings
  private DaytonaSettings daytona(Optional<String> from) {
    return DaytonaSettings.of(
            settings.value(EngineCatalogue.DAYTONA_URL),
            needed("daytona", EngineCatalogue.DAYTONA_KEY),
            from.orElseGet(() -> needed("daytona", EngineCatalogue.DAYTONA_SNAPSHOT)))
        .at(
            settings.find(EngineCatalogue.DAYTONA_ORGANIZATION),
            settings.find(EngineCatalogue.DAYTONA_TARGET));
  }

  /// @param from a template that replaces the one in the settings
  private E2bSettings e2b(Optional<String> from) {
    E2bSettings usual =
        E2bSettings.of(
            settings.value(EngineCatalogue.E2B_DOMAIN),
            needed("e2b", EngineCatalogue.E2B_KEY),
            from.orElseGet(() -> needed("e2b", EngineCatalogue.E2B_TEMPLATE)));
    return usual.at(
        settings.find(EngineCatalogue.E2B_URL).orElse(usual.api()),
        settings.find(EngineCatalogue.E2B_SANDBOX_URL));
  }

  private <T> T needed(String engine, Setting<T> setting) {
    return settings
        .find(setting)
        .orElseThrow(
            () ->
                new AssayException(
                    ErrorCode.CONFIGURATION_INVALID,
                    "The sandbox engine %s needs %s, which is not set. Set it, or choose another with assay.sandbox.engine."
                        .formatted(engine, setting.key())));
  }
}
