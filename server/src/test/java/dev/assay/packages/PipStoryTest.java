package dev.assay.packages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.sandbox.FileLeases;
import dev.assay.sandbox.SandboxEngines;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxSpec;
import dev.assay.skill.sandbox.local.LocalSandboxes;
import dev.assay.skill.sandbox.local.LocalSettings;
import dev.assay.testkit.packages.PipIndex;
import dev.assay.testkit.packages.PythonPackage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A real pip in a real sandbox without a network.
class PipStoryTest {
  private static final int PORT = 3141;

  @TempDir static Path scratch;
  private static LocalSandboxes engine;
  private static FileLeases leases;

  @BeforeAll
  static void open() {
    leases = new FileLeases(scratch.resolve("leases"));
    engine = SandboxEngines.local(LocalSettings.in(scratch.resolve("sandboxes")), leases);
  }

  @AfterAll
  static void close() {
    engine.close();
    leases.close();
  }

  @Test
  void a_package_and_what_it_requires_is_installed_without_a_network() {
    try (PipIndex index =
            PipIndex.startApart(PipIndex.Form.JSON)
                .add(PythonPackage.of("tiny-one", "1.0").requiring("tiny-two"))
                .add(PythonPackage.of("tiny-two", "2.5"));
        PackageDoors doors =
            new PackageDoors(
                PackageSettings.none().withPip(index.address()), scratch.resolve("doors"));
        PackageDoor door = doors.open();
        Sandbox sandbox = engine.create(SandboxSpec.of(SandboxImage.of("host"), "pip"))) {
      sandbox.listen(PORT, door::serve);
      CommandResult result = sandbox.run(pip(door, "install", "--target", "/tmp/x", "tiny-one"));
      assertThat(result.succeeded()).describedAs("%s", result.stderr()).isTrue();
      assertThat(door.exchanges()).allMatch(each -> each.status() == 200);
      assertThat(door.hosts())
          .containsExactlyInAnyOrder(
              "127.0.0.1:" + index.pages().port(), "127.0.0.1:" + index.files().port());
    }
  }

  private static Command pip(PackageDoor door, String... words) {
    List<String> all = new ArrayList<>(List.of("python3", "-m", "pip"));
    all.addAll(List.of(words));
    Command command = Command.of(all).withTimeout(Duration.ofSeconds(60));
    for (var variable : door.variables(PORT).entrySet()) {
      command = command.withVariable(variable.getKey(), variable.getValue());
    }
    return command;
  }
}
