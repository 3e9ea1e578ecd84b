package dev.assay.packages;

import dev.assay.sandbox.FileLeases;
import dev.assay.sandbox.SandboxEngines;
import dev.assay.sandbox.settings.LocalSandboxes;
import dev.assay.sandbox.settings.LocalSettings;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// Real sandboxes without a network, with a door.
final class TestSandboxes implements AutoCloseable {
  static final int PORT = 3141;

  private final FileLeases leases;
  private final LocalSandboxes engine;

  TestSandboxes(Path folder) {
    leases = new FileLeases(folder.resolve("leases"));
    engine = SandboxEngines.local(LocalSettings.in(folder.resolve("sandboxes")), leases);
  }

  Sandbox open(PackageDoor door) {
    Sandbox sandbox = engine.create(SandboxSpec.of(SandboxImage.of("host"), "packages"));
    sandbox.listen(PORT, door::serve);
    return sandbox;
  }

  /// Runs a command that knows the door.
  static CommandResult run(Sandbox sandbox, PackageDoor door, String... words) {
    Command command = Command.of(List.of(words)).withTimeout(Duration.ofSeconds(60));
    for (Map.Entry<String, String> variable : door.variables(PORT).entrySet()) {
      command = command.withVariable(variable.getKey(), variable.getValue());
    }
    return sandbox.run(command);
  }

  static String text(CommandResult result) {
    return result.stdout().text() + result.stderr().text();
  }

  @Override
  public void close() {
    engine.close();
    leases.close();
  }
}
