package dev.assay.packages;

import static dev.assay.packages.TestSandboxes.run;
import static dev.assay.packages.TestSandboxes.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.skill.Digest;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.testkit.packages.PackageServer;
import dev.assay.testkit.packages.PipIndex;
import dev.assay.testkit.packages.PythonPackage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A real pip in a real sandbox without a network.
class PipStoryTest {
  private static final String PASSWORD = "s3cret-4711";

  /// Builds a wheel from sources without anything else.
  private static final String BACKEND =
      """
      import os, zipfile

      def build_wheel(folder, config_settings=None, metadata_directory=None):
          name = "tiny_built-3.0-py3-none-any.whl"
          about = "tiny_built-3.0.dist-info/"
          with zipfile.ZipFile(os.path.join(folder, name), "w") as wheel:
              wheel.writestr("tiny_built.py", "VERSION = '3.0'")
              wheel.writestr(about + "METADATA", "Metadata-Version: 2.1\\nName: tiny-built\\nVersion: 3.0\\n")
              wheel.writestr(about + "WHEEL", "Wheel-Version: 1.0\\nGenerator: t\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
              wheel.writestr(about + "RECORD", "tiny_built.py,,\\n")
          return name
      """;

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

  private static PackageDoors doors(PackageSettings settings) {
    return new PackageDoors(settings, scratch.resolve("doors"));
  }

  private static Path netrc(String content) throws IOException {
    Path file = Files.createTempFile(scratch, "netrc", "");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    return Files.writeString(file, content);
  }

  @Test
  void a_package_is_installed_from_an_index_with_a_password_that_the_sandbox_never_sees()
      throws IOException {
    PythonPackage one = PythonPackage.of("tiny-one", "1.0").requiring("tiny-two>=2");
    try (PipIndex index =
        PipIndex.startApart(PipIndex.Form.JSON).add(one).add(PythonPackage.of("tiny-two", "2.5"))) {
      index.pages().requirePassword("bob", PASSWORD);
      Path netrc =
          netrc(
              "machine 127.0.0.1:%d login bob password %s"
                  .formatted(index.pages().port(), PASSWORD));
      try (PackageDoors doors =
              doors(
                  new PackageSettingsDraft()
                      .withPip(index.address())
                      .withCredentials(netrc)
                      .settings());
          PackageDoor door = doors.open();
          Sandbox sandbox = sandboxes.open(door)) {
        CommandResult result =
            run(
                sandbox,
                door,
                "python3",
                "-m",
                "pip",
                "install",
                "-vvv",
                "--target",
                "/tmp/x",
                "--report",
                "/tmp/report.json",
                "tiny-one");
        assertThat(result.succeeded()).describedAs(text(result)).isTrue();
        assertThat(door.trouble()).isEmpty();
        String report = sandbox.files().readText("/tmp/report.json");
        String place = report.replaceAll("(?s).*\"url\": \"([^\"]*tiny_one[^\"]*)\".*", "$1");
        PackageFile file = door.find(place).orElseThrow();
        assertThat(file.digest()).isEqualTo(Digest.of(one.wheel()));
        assertThat(file.content()).hasBinaryContent(one.wheel());
        assertThat(file.origin())
            .isEqualTo(index.files().address("/files/" + one.wheelName()).toString());
        assertThat(door.readable(text(result)))
            .contains("Looking in indexes: " + index.address(), file.origin())
            .doesNotContain("127.0.0.1:" + TestSandboxes.PORT + "/f/");
        assertThat(index.pages().requests())
            .allMatch(each -> each.headers().containsKey("Authorization"));
        assertThat(index.files().requests())
            .isNotEmpty()
            .noneMatch(each -> each.headers().containsKey("Authorization"));
        String seen =
            text(result)
                + report
                + text(run(sandbox, door, "sh", "-c", "env; cat /proc/*/environ /proc/*/cmdline"))
                + text(
                    run(sandbox, door, "sh", "-c", "grep -rsl " + PASSWORD + " /tmp /etc /root"));
        assertThat(seen)
            .doesNotContain(
                PASSWORD,
                java.util.Base64.getEncoder()
                    .encodeToString(
                        ("bob:" + PASSWORD).getBytes(java.nio.charset.StandardCharsets.UTF_8)));
      }
    }
  }

  @Test
  void nobody_else_can_be_reached_and_every_attempt_is_recorded() throws IOException {
    try (PipIndex index = PipIndex.start().add(PythonPackage.of("tiny-one", "1.0"));
        PackageServer other = PackageServer.start().put("/x", "text/plain", "from the host");
        PackageDoors doors = doors(new PackageSettingsDraft().withPip(index.address()).settings());
        PackageDoor door = doors.open();
        Sandbox sandbox = sandboxes.open(door)) {
      String target = "127.0.0.1:" + other.port();
      for (String curl :
          List.of(
              "curl -s -m 5 http://" + target + "/x",
              "curl -s -m 5 -x http://127.0.0.1:3141 http://" + target + "/x",
              "curl -s -m 5 -p -x http://127.0.0.1:3141 http://" + target + "/x",
              "curl -s -m 5 --path-as-is http://127.0.0.1:3141/p/0/../../x",
              "curl -s -m 5 http://127.0.0.1:3141/f/aHR0cDovLzEyNy4wLjAuMS94/x.whl",
              "curl -s -m 5 -X POST -d x http://127.0.0.1:3141/p/0/tiny-one/",
              "curl -s -m 5 http://203.0.113.7/x")) {
        assertThat(text(run(sandbox, door, "sh", "-c", curl))).doesNotContain("from the host");
      }
      assertThat(other.requests()).isEmpty();
      assertThat(index.pages().requests()).isEmpty();
      assertThat(door.exchanges())
          .hasSize(5)
          .allMatch(each -> each.result() == Exchange.Result.REFUSED);
      assertThat(door.exchanges().getFirst().shown())
          .isEqualTo(
              "the sandbox asked for GET http://%s/x of %s, which is not offered"
                  .formatted(target, target));
      assertThat(door.hosts()).isEmpty();
      assertThat(door.trouble()).isEmpty();
      assertThat(sandbox.network().attempted()).contains("203.0.113.7:80");
    }
  }

  @Test
  void what_is_built_from_sources_gets_its_builder_through_the_door_too() {
    PythonPackage backend =
        PythonPackage.of("tiny-backend", "1.0").with("tiny_backend/__init__.py", BACKEND);
    try (PipIndex index =
            PipIndex.start()
                .add(backend)
                .addSource(
                    PythonPackage.of("tiny-built", "3.0").requiring("tiny-backend"),
                    "tiny_backend");
        PackageDoors doors = doors(new PackageSettingsDraft().withPip(index.address()).settings());
        PackageDoor door = doors.open();
        Sandbox sandbox = sandboxes.open(door)) {
      CommandResult result =
          run(sandbox, door, "python3", "-m", "pip", "install", "--target", "/tmp/x", "tiny-built");
      assertThat(result.succeeded()).describedAs(text(result)).isTrue();
      assertThat(door.exchanges())
          .extracting(Exchange::asked)
          .contains("tiny-backend/", backend.wheelName(), "tiny_built-3.0.zip");
    }
  }

  @Test
  void folders_of_this_machine_serve_as_indexes_and_cannot_be_looked_into() throws IOException {
    Path folder = Files.createTempDirectory(scratch, "index");
    Path simple =
        PipIndex.write(
            folder.resolve("own"), PythonPackage.of("tiny-one", "1.0").requiring("tiny-two"));
    Path wheels = Files.createDirectory(folder.resolve("wheels"));
    PythonPackage two = PythonPackage.of("tiny-two", "2.0");
    Files.write(wheels.resolve(two.wheelName()), two.wheel());
    Files.writeString(wheels.resolve("password.txt"), PASSWORD);
    try (PackageDoors doors =
            doors(
                new PackageSettingsDraft()
                    .withPip(simple.toUri())
                    .withFindLinks(wheels.toUri())
                    .settings());
        PackageDoor door = doors.open();
        Sandbox sandbox = sandboxes.open(door)) {
      CommandResult result =
          run(sandbox, door, "python3", "-m", "pip", "install", "--target", "/tmp/x", "tiny-one");
      assertThat(result.succeeded()).describedAs(text(result)).isTrue();
      assertThat(text(run(sandbox, door, "curl", "-s", "http://127.0.0.1:3141/l/0/")))
          .contains(two.wheelName())
          .doesNotContain("password.txt", folder.toString());
      assertThat(door.hosts()).isEmpty();
      assertThat(door.trouble()).isEmpty();
    }
  }
}
