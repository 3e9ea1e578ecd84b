package dev.assay.packages;

import static dev.assay.packages.TestSandboxes.run;
import static dev.assay.packages.TestSandboxes.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.skill.Digest;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.testkit.packages.NpmRegistry;
import dev.assay.testkit.packages.NpmTestPackage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A real npm in a real sandbox without a network.
class NpmStoryTest {
  private static final String TOKEN = "npm-token-4711";

  @TempDir static Path scratch;
  private static TestSandboxes sandboxes;

  @BeforeAll
  static void open() {
    sandboxes = new TestSandboxes(scratch);
  }

  @AfterAll
  static void close() {
    sandboxes.close();
  }

  @Test
  void packages_of_two_registries_are_installed_without_a_network_or_a_token_inside()
      throws IOException {
    NpmTestPackage scoped = NpmTestPackage.of("@acme/tiny", "2.1.0");
    try (NpmRegistry main =
            NpmRegistry.startApart()
                .add(
                    NpmTestPackage.of("tiny-main", "1.0.0")
                        .requiring("tiny-part", "^1.0.0")
                        .requiring("@acme/tiny", ">=2"))
                .add(NpmTestPackage.of("tiny-part", "1.0.5"))
                .add(NpmTestPackage.of("tiny-part", "1.0.7"));
        NpmRegistry own = NpmRegistry.start().add(scoped)) {
      own.documents().requireToken(TOKEN);
      Path netrc =
          Files.writeString(
              scratch.resolve("netrc"),
              "machine 127.0.0.1:" + own.documents().port() + " password " + TOKEN);
      Files.setPosixFilePermissions(netrc, PosixFilePermissions.fromString("rw-------"));
      PackageSettings settings =
          new PackageSettingsDraft()
              .withNpm(main.address(), Map.of("@acme", own.address()))
              .withCredentials(netrc)
              .settings();
      try (PackageDoors doors = new PackageDoors(settings, scratch.resolve("doors"));
          PackageDoor door = doors.open();
          Sandbox sandbox = sandboxes.open(door)) {
        CommandResult result =
            run(sandbox, door, "npm", "install", "--prefix", "/tmp/x", "tiny-main");
        assertThat(result.succeeded()).describedAs(text(result)).isTrue();
        assertThat(
                text(run(sandbox, door, "node", "-p", "require('/tmp/x/node_modules/tiny-part')")))
            .isEqualTo("1.0.7\n");
        assertThat(sandbox.network().attempted()).isEmpty();
        assertThat(text(run(sandbox, door, "sh", "-c", "env; cat /proc/*/environ /tmp/x/*.json")))
            .doesNotContain(TOKEN);
        assertThat(own.documents().requests())
            .isNotEmpty()
            .allMatch(each -> each.headers().containsKey("Authorization"));
        assertThat(main.documents().requests())
            .noneMatch(each -> each.headers().containsKey("Authorization"));
        Optional<PackageFile> file = door.findNpm("@acme/tiny", "2.1.0");
        assertThat(file.orElseThrow().digest()).isEqualTo(Digest.of(scoped.archive()));
        assertThat(door.findNpm("tiny-part", "1.0.5").orElseThrow().name())
            .isEqualTo("tiny-part-1.0.5.tgz");
        assertThat(door.findNpm("tiny-part", "9.9.9")).isEmpty();
      }
    }
  }
}
