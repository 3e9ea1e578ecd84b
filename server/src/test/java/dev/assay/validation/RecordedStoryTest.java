package dev.assay.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.sandbox.FileLeases;
import dev.assay.sandbox.SandboxEngines;
import dev.assay.skill.dependency.Dependencies;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.Requirement;
import dev.assay.skill.dependency.RuntimeEnvironment;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxSpec;
import dev.assay.skill.sandbox.local.LocalSandboxes;
import dev.assay.skill.sandbox.local.LocalSettings;
import dev.assay.validation.dependency.Difference;
import dev.assay.validation.dependency.Installation;
import dev.assay.validation.dependency.Installer;
import dev.assay.validation.dependency.PackageList;
import dev.assay.validation.dependency.PackageReader;
import dev.assay.validation.evidence.Installed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// A real npm, which puts packages inside packages.
class RecordedStoryTest {
  private static final String ARCHIVE = "/workspace/intermediate/outer.tgz";
  private static final Dependencies DECLARED =
      new Dependencies(
          List.of(
              new Requirement(
                  Ecosystem.NPM,
                  "outer",
                  List.of(),
                  "file:" + ARCHIVE,
                  Optional.empty(),
                  "SKILL.md",
                  1)));

  private static FileLeases leases;
  private static LocalSandboxes engine;

  @BeforeAll
  static void open() throws IOException {
    Path parent = Files.createDirectories(Path.of("target", "sandbox-homes").toAbsolutePath());
    Path home = Files.createTempDirectory(parent, "recorded");
    leases = new FileLeases(home.resolve("leases"));
    engine = SandboxEngines.local(LocalSettings.in(home.resolve("sandboxes")), leases);
  }

  @AfterAll
  static void close() {
    engine.close();
    leases.close();
  }

  @Test
  void another_version_inside_a_package_than_was_tested_is_seen() {
    Installed tested = install("1.0.0");
    Map<String, Map<String, String>> recorded = Recorded.of(tested, DECLARED);
    assertThat(recorded)
        .isEqualTo(Map.of("npm", Map.of("outer", "1.0.0"), "npm_nested", Map.of("inner", "1.0.0")));

    assertThat(strangers(recorded, install("1.0.0"))).isEmpty();
    assertThat(strangers(recorded, install("1.1.0")))
        .containsExactly("inner 1.1.0 was not tested", "inner 1.0.0 is missing");
  }

  private static List<String> strangers(
      Map<String, Map<String, String>> recorded, Installed again) {
    return Recorded.strangers(List.of(recorded), again.before(), again.packages());
  }

  private static String packing(String inner) {
    return """
        set -e
        cd /workspace/intermediate
        mkdir -p package/node_modules/inner
        echo '{"name":"outer","version":"1.0.0","dependencies":{"inner":"^1.0.0"},"bundleDependencies":["inner"]}' > package/package.json
        echo '{"name":"inner","version":"%s"}' > package/node_modules/inner/package.json
        tar -czf outer.tgz package
        """
        .formatted(inner);
  }

  private static Installed install(String inner) {
    try (Sandbox sandbox = engine.create(SandboxSpec.of(SandboxImage.of("host"), "recorded"))) {
      CommandResult packed = sandbox.run(Command.shell(packing(inner)));
      assertThat(packed.succeeded()).as(packed.stderr().text()).isTrue();
      PackageList before = PackageReader.read(sandbox);
      Installation done =
          new Installer(
                  sandbox,
                  RuntimeEnvironment.SHARED,
                  new Installer.Sources(Installer.Sources.Index.NONE, List.of()),
                  Duration.ofMinutes(2))
              .install(DECLARED);
      assertThat(done).as(done.commands().toString()).isInstanceOf(Installation.Installed.class);
      PackageList after = PackageReader.read(sandbox);
      return new Installed(
          SandboxImage.of("host"),
          done.commands(),
          List.of(),
          before,
          after,
          Difference.between(before, after, DECLARED),
          List.of(),
          List.of(),
          Optional.empty(),
          List.of(),
          "");
    }
  }
}
