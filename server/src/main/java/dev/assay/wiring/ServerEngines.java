package dev.assay.wiring;

import dev.assay.configuration.Catalogue;
import dev.assay.configuration.EngineCatalogue;
import dev.assay.configuration.Setting;
import dev.assay.configuration.Settings;
import dev.assay.home.Home;
import dev.assay.images.Images;
import dev.assay.registry.EngineTests;
import dev.assay.registry.SkillPlaces;
import dev.assay.skill.AssayException;
import dev.assay.skill.sandbox.LayerArchive;
import dev.assay.skill.sandbox.LayerDigests;
import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.lease.Leases;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The sandbox engines of a server. Validations have one. Conversations and tools use the same
/// engine or engines of their own.
final class ServerEngines {
  /// The engines by name, the engine of validations first.
  private final Map<String, SandboxEngine> engines = new LinkedHashMap<>();

  private final Map<String, SandboxImage> bases = new LinkedHashMap<>();
  private final Settings settings;

  /// @param archive the archive through which layers reach other servers
  /// @param digests the digests of the admitted layers
  ServerEngines(
      Settings settings,
      Home home,
      Leases leases,
      Optional<LayerArchive> archive,
      LayerDigests digests) {
    this.settings = settings;
    String first = settings.value(EngineCatalogue.ENGINE);
    engines.put(first, ChosenEngine.of(settings, home, leases, archive, digests));
    for (Setting<String> each :
        List.of(EngineCatalogue.CONVERSATION_ENGINE, EngineCatalogue.TOOL_ENGINE)) {
      String name = settings.find(each).orElse(first);
      engines.computeIfAbsent(name, its -> ChosenEngine.named(its, settings, home, leases));
    }
  }

  SandboxEngine ofValidations() {
    return engine(EngineCatalogue.ENGINE);
  }

  /// Returns the engine that a setting chooses, or the engine of validations if the setting is
  /// absent.
  SandboxEngine engine(Setting<String> choice) {
    String name = settings.find(choice).orElseGet(() -> settings.value(EngineCatalogue.ENGINE));
    @Nullable SandboxEngine found = engines.get(name);
    if (found == null) {
      throw new IllegalStateException("no engine for " + choice.key());
    }
    return found;
  }

  SandboxEngine[] all() {
    return engines.values().toArray(SandboxEngine[]::new);
  }

  private boolean isOther(SandboxEngine engine) {
    return !engine.name().equals(ofValidations().name());
  }

  /// Returns the engines other than the engine of validations.
  List<SandboxEngine> others() {
    return engines.values().stream().filter(this::isOther).toList();
  }

  /// Checks that each other engine can make sandboxes, as the start of a server does.
  ///
  /// @throws AssayException with the setting that chose the engine, the reason and the remedy
  void requireOthers() {
    for (Setting<String> choice :
        List.of(EngineCatalogue.CONVERSATION_ENGINE, EngineCatalogue.TOOL_ENGINE)) {
      SandboxEngine engine = engine(choice);
      if (isOther(engine)) {
        try {
          EngineTests.Ground _ = ground(engine);
        } catch (AssayException e) {
          throw new AssayException(
              e.code(),
              "The engine %s, which %s names, cannot be used: %s"
                  .formatted(engine.name(), choice.key(), e.reason()),
              e);
        }
      }
    }
  }

  /// Returns the places where conversations or tools use skills.
  SkillPlaces places(Setting<String> choice, Images images, EngineTests tests) {
    SandboxEngine engine = engine(choice);
    return isOther(engine)
        ? SkillPlaces.elsewhere(images, tests, () -> ground(engine))
        : SkillPlaces.ofAdmission(images);
  }

  /// Returns the ground of tests on an engine. Its base is read again until it has been read once.
  EngineTests.Ground ground(SandboxEngine engine) {
    SandboxImage base;
    synchronized (bases) {
      base =
          bases.computeIfAbsent(
              engine.name(),
              name ->
                  SandboxImage.of(
                      name, engine.requireBase(settings.value(Catalogue.SANDBOX_BASE))));
    }
    return new EngineTests.Ground(base, engine.place());
  }
}
