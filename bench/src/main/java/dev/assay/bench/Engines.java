package dev.assay.bench;

import dev.assay.configuration.Settings;
import dev.assay.configuration.SettingsReader;
import dev.assay.home.Home;
import dev.assay.sandbox.FileLeases;
import dev.assay.sandbox.SandboxEngines;
import dev.assay.sandbox.remote.Timing;
import dev.assay.sandbox.settings.DaytonaSettings;
import dev.assay.sandbox.settings.DockerSettings;
import dev.assay.sandbox.settings.E2bSettings;
import dev.assay.sandbox.settings.LocalSettings;
import dev.assay.skill.Secret;
import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.testkit.provider.DaytonaServer;
import dev.assay.testkit.provider.E2bServer;
import dev.assay.wiring.ChosenEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The engines to measure. A provider is the real one where the environment has its key. Otherwise
/// a server of the test kit replaces it, on local sandboxes; then the result is the overhead of
/// HTTP.
final class Engines {
  private final Path home;
  private final String tree;

  Engines(Path home, String tree) {
    this.home = home;
    this.tree = tree;
  }

  EnginePeer local() {
    FileLeases leases = leases("local");
    return new EnginePeer("assay", behind("local", leases), tree, leases::close);
  }

  /// @param docker the daemon that was started for the benchmark
  EnginePeer named(String name, Optional<DockerPeer> docker) throws IOException {
    return switch (name) {
      case "docker" ->
          docker(
              docker.orElseThrow(
                  () -> new IllegalStateException("No Docker daemon can be started here.")));
      case "daytona", "e2b" -> provider(name);
      default ->
          throw new IllegalArgumentException(
              "There is no engine \"%s\" beside local: docker, daytona or e2b.".formatted(name));
    };
  }

  private EnginePeer docker(DockerPeer daemon) throws IOException {
    FileLeases leases = leases("docker");
    Path storage = Files.createDirectories(home.resolve("docker-engine")).toRealPath();
    return new EnginePeer(
        "assay on docker",
        SandboxEngines.docker(DockerSettings.in(storage, daemon.socket()), leases),
        tree,
        leases::close);
  }

  private EnginePeer provider(String name) throws IOException {
    FileLeases leases = leases(name);
    Map<String, String> environment = System.getenv();
    if (environment.containsKey("ASSAY_SANDBOX_" + name.toUpperCase(Locale.ROOT) + "_KEY")) {
      Settings settings = new SettingsReader().environment(environment).settings();
      Home own = new Home(home.resolve("home"));
      own.prepare();
      return new EnginePeer(
          name, ChosenEngine.named(name, settings, own, leases), tree, leases::close);
    }
    FileLeases behindLeases = leases("behind");
    SandboxEngine behind = behind("behind", behindLeases);
    SandboxImage image = SandboxImage.of(SandboxImage.HOST);
    Timing often = Timing.USUAL.polling(Duration.ofMillis(5));
    Runnable server;
    SandboxEngine engine;
    if (name.equals("daytona")) {
      DaytonaServer daytona = new DaytonaServer(behind, image, DaytonaServer.Generation.CURRENT);
      server = daytona::close;
      engine =
          SandboxEngines.daytona(
              DaytonaSettings.of(daytona.api(), Secret.of(DaytonaServer.KEY), DaytonaServer.BASE)
                  .with(often),
              leases);
    } else {
      E2bServer e2b = new E2bServer(behind, image, EnumSet.allOf(E2bServer.Offer.class));
      server = e2b::close;
      engine =
          SandboxEngines.e2b(
              E2bSettings.of("example.test", Secret.of(E2bServer.KEY), E2bServer.BASE)
                  .at(e2b.api(), Optional.of(e2b.api()))
                  .with(often),
              leases);
    }
    return new EnginePeer(
        name + " (kit)",
        engine,
        tree,
        () -> {
          server.run();
          behind.close();
          behindLeases.close();
          leases.close();
        });
  }

  private SandboxEngine behind(String name, FileLeases leases) {
    return SandboxEngines.local(LocalSettings.in(home.resolve(name)), leases);
  }

  private FileLeases leases(String name) {
    return new FileLeases(home.resolve(name + "-leases"));
  }
}
