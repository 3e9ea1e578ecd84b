package dev.assay.sandbox.remote;

import dev.assay.sandbox.FileLeases;
import dev.assay.sandbox.SandboxEngines;
import dev.assay.sandbox.settings.LocalSettings;
import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.skill.sandbox.SandboxImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// The engine that stands behind a provider's server in a test.
public record Background(Path home, FileLeases leases, SandboxEngine engine, SandboxImage image)
    implements AutoCloseable {
  /// Asks often: the server is beside us.
  public static final Timing QUICK =
      new Timing(
          Duration.ofSeconds(5),
          Duration.ofSeconds(60),
          Duration.ofSeconds(30),
          Duration.ofMillis(5));

  /// Whether a provider's sandboxes may make namespaces of their own.
  public enum Namespaces {
    PERMITTED,
    REFUSED
  }

  public static Background start() throws IOException {
    return start(Namespaces.REFUSED);
  }

  public static Background start(Namespaces nested) throws IOException {
    Path parent = Files.createDirectories(Path.of("target", "sandbox-homes").toAbsolutePath());
    Path home = Files.createTempDirectory(parent, "provider");
    FileLeases leases = new FileLeases(home.resolve("leases"));
    if (nested == Namespaces.PERMITTED) {
      NestingEngine engine = new NestingEngine(home);
      return new Background(home, leases, engine, engine.image());
    }
    return new Background(
        home,
        leases,
        SandboxEngines.local(LocalSettings.in(home.resolve("sandboxes")), leases),
        SandboxImage.of("host"));
  }

  @Override
  public void close() throws IOException {
    engine.close();
    leases.close();
  }
}
