package dev.assay.validation.dependency;

import static dev.assay.validation.dependency.DifferenceTest.pip;
import static dev.assay.validation.dependency.DifferenceTest.requirement;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.assay.sandbox.FileLeases;
import dev.assay.sandbox.SandboxEngines;
import dev.assay.skill.dependency.Dependencies;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.RuntimeEnvironment;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxSpec;
import dev.assay.skill.sandbox.local.LocalSandboxes;
import dev.assay.skill.sandbox.local.LocalSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Real installations in real sandboxes, from packages that a skill carries.
class InstallerStoryTest {
  private static final String WHEELS = "/workspace/intermediate/wheels";

  private FileLeases leases;
  private LocalSandboxes engine;
  private Sandbox sandbox;

  @BeforeEach
  void open() throws IOException {
    Path parent = Files.createDirectories(Path.of("target", "sandbox-homes").toAbsolutePath());
    Path home = Files.createTempDirectory(parent, "installer");
    leases = new FileLeases(home.resolve("leases"));
    engine = SandboxEngines.local(LocalSettings.in(home.resolve("sandboxes")), leases);
    sandbox = engine.create(SandboxSpec.of(SandboxImage.of("host"), "installer"));
    carry(new TestWheel("alpha", "1.2.0", List.of("beta>=2")));
    carry(new TestWheel("beta", "2.1.0", List.of()));
    carry(new TestWheel("gamma", "0.1", List.of()));
  }

  @AfterEach
  void close() {
    sandbox.destroy();
    engine.close();
    leases.close();
  }

  private void carry(TestWheel wheel) throws IOException {
    sandbox.files().write(WHEELS + "/" + wheel.file(), wheel.bytes());
  }

  private Installer installer() {
    return new Installer(
        sandbox,
        RuntimeEnvironment.SHARED,
        new Installer.Sources(Installer.Sources.Index.NONE, List.of(WHEELS)),
        Duration.ofMinutes(3));
  }

  @Test
  void what_is_declared_is_installed_and_everything_else_is_seen() {
    Dependencies declared = pip("alpha>=1,<2");
    assertThat(installer().prepare()).isInstanceOf(Installation.Installed.class);
    PackageList before = PackageReader.read(sandbox);
    Installation installation = installer().install(declared);
    assertThat(installation).isInstanceOf(Installation.Installed.class);
    assertThat(installation.commands())
        .singleElement()
        .satisfies(
            ran -> {
              assertThat(ran.words()).contains("--no-index", "alpha>=1,<2");
              assertThat(ran.tail()).contains("Successfully installed");
            });
    sandbox.run(
        Command.of(
            "/opt/runtime/venv/bin/python",
            "-m",
            "pip",
            "install",
            "--no-index",
            "--find-links=" + WHEELS,
            "gamma"));
    sandbox
        .files()
        .writeText(
            "/opt/runtime/npm/lib/node_modules/left/package.json",
            "{\"name\":\"left\",\"version\":\"1.0.0\"}");
    PackageList after = PackageReader.read(sandbox);

    assertThat(Difference.between(before, after, declared).changes())
        .extracting(Difference.Change::shown, Difference.Change::why)
        .containsExactly(
            tuple("left 1.0.0", Difference.Why.EXTRA),
            tuple("alpha 1.2.0", Difference.Why.DECLARED),
            tuple("beta 2.1.0", Difference.Why.NEEDED),
            tuple("gamma 0.1", Difference.Why.EXTRA));
    assertThat(
            sandbox
                .run(Command.of("python", "-c", "import alpha; print(alpha.VERSION)"))
                .stdout()
                .text())
        .isEqualTo("1.2.0\n");
    assertThat(PackageReader.readAll(sandbox).packages())
        .anyMatch(each -> each.ecosystem() == Ecosystem.SYSTEM);
  }

  @Test
  void a_package_that_cannot_be_had_is_told_with_command_and_output() {
    Dependencies declared = pip("alpha>=5");
    installer().prepare();
    assertThat(installer().install(declared))
        .isInstanceOfSatisfying(
            Installation.CommandFailed.class,
            failed ->
                assertThat(failed.shown())
                    .contains("-m pip install")
                    .contains("alpha>=5")
                    .contains("No matching distribution"));
  }

  @Test
  void npm_without_a_network_fails_and_says_so() {
    Dependencies declared =
        new Dependencies(List.of(requirement(Ecosystem.NPM, "left-pad", "^1.0.0")));
    assertThat(installer().install(declared))
        .isInstanceOfSatisfying(
            Installation.CommandFailed.class,
            failed -> assertThat(failed.shown()).contains("left-pad@^1.0.0"));
  }

  @Test
  void packages_of_the_system_are_refused_on_the_hosts_base_before_anything_runs() {
    Dependencies declared = new Dependencies(List.of(requirement(Ecosystem.SYSTEM, "ffmpeg", "")));
    assertThat(installer().install(declared))
        .isInstanceOfSatisfying(
            Installation.Refused.class,
            refused -> assertThat(refused.reason()).contains("ffmpeg").contains("debian"));
  }
}
