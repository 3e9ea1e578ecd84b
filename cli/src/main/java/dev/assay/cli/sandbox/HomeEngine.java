package dev.assay.cli.sandbox;

import dev.assay.home.Home;
import dev.assay.sandbox.FileLeases;
import dev.assay.sandbox.Reaper;
import dev.assay.sandbox.SandboxEngines;
import dev.assay.sandbox.settings.LocalSandboxes;
import dev.assay.sandbox.settings.LocalSettings;
import java.util.Map;

/// The local engine on this user's home, for a command that needs no server. Opening it removes the
/// leftovers of killed commands.
record HomeEngine(FileLeases leases, LocalSandboxes engine) implements AutoCloseable {
  static HomeEngine open() {
    Home home = Home.locate(System.getenv());
    home.prepare();
    FileLeases leases = new FileLeases(home.path().resolve("sandbox-leases"));
    LocalSandboxes engine =
        SandboxEngines.local(LocalSettings.in(home.sandboxFolder()).hiding(home.path()), leases);
    Reaper.Sweep _ = new Reaper(leases, Map.of(engine.name(), engine::remove)).sweep();
    return new HomeEngine(leases, engine);
  }

  @Override
  public void close() {
    engine.close();
    leases.close();
  }
}
