package dev.assay.sandbox.local;

import dev.assay.sandbox.FileLeases;
import dev.assay.sandbox.SandboxEngines;
import dev.assay.sandbox.settings.LocalSandboxes;
import dev.assay.sandbox.settings.LocalSettings;
import java.io.IOException;
import java.nio.file.Path;

/// An engine in a home of its own, which leaves nothing behind when it is closed.
record TestEngine(Path home, FileLeases leases, LocalSandboxes sandboxes) implements AutoCloseable {
  static TestEngine in(String name) throws IOException {
    Path home = TestHome.create(name);
    FileLeases leases = new FileLeases(home.resolve("leases"));
    return new TestEngine(
        home, leases, SandboxEngines.local(LocalSettings.in(home.resolve("sandboxes")), leases));
  }

  @Override
  public void close() throws IOException {
    sandboxes.close();
    leases.close();
    TestHome.assertNothingLeft(home);
  }
}
