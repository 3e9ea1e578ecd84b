package dev.assay.packages;

import static dev.assay.packages.TestSandboxes.PORT;
import static dev.assay.packages.TestSandboxes.run;
import static dev.assay.packages.TestSandboxes.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.skill.Digest;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.testkit.packages.PackageServer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A real apt in a real sandbox without a network.
class AptStoryTest {
  private static final byte[] PACKAGE =
      "not really a package".repeat(5000).getBytes(StandardCharsets.UTF_8);
  private static final String SOURCES =
      """
      Types: deb
      URIs: http://archive.example/debian
      Suites: sid
      Components: main
      Trusted: yes
      """;

  @TempDir Path scratch;
  private DoorFixture fixture;
  private PackageServer mirror;

  @BeforeEach
  void open() {
    fixture = new DoorFixture(scratch.resolve("doors"));
    mirror = fixture.server();
    String list =
        """
        Package: tiny
        Version: 1.0
        Architecture: all
        Maintainer: nobody
        Filename: pool/t/tiny+x_1.0~1.deb
        Size: %d
        SHA256: %s

        """
            .formatted(PACKAGE.length, Digest.of(PACKAGE).hex());
    byte[] bytes = list.getBytes(StandardCharsets.UTF_8);
    String release =
        "Suite: sid\nCodename: sid\nComponents: main\nArchitectures: all amd64 arm64\nSHA256:\n %s %d main/binary-all/Packages\n"
            .formatted(Digest.of(bytes).hex(), bytes.length);
    mirror
        .put("/mirror/dists/sid/Release", "text/plain", release)
        .put("/mirror/dists/sid/main/binary-all/Packages", "text/plain", bytes)
        .put("/mirror/pool/t/tiny+x_1.0~1.deb", "application/octet-stream", PACKAGE)
        .put("/mirror/pool/t/tiny+x_1.0%7e1.deb", "application/octet-stream", PACKAGE)
        .put("/mirror/pool/t/tiny%2bx_1.0%7e1.deb", "application/octet-stream", PACKAGE);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private static PackageSettings settings(URI mirror) {
    URI nowhere = URI.create("http://127.0.0.1:1/");
    return new PackageSettingsDraft()
        .withPip(nowhere)
        .withNpm(nowhere, java.util.Map.of())
        .withApt(mirror)
        .settings();
  }

  @Test
  void packages_come_from_the_mirror_that_is_set_for_the_main_archive_of_a_base() {
    PackageDoor door = fixture.door(settings(mirror.address("/mirror")));
    try (TestSandboxes sandboxes = new TestSandboxes(scratch);
        Sandbox sandbox = sandboxes.open(door)) {
      String sources = door.aptSources(PORT, SOURCES);
      assertThat(sources)
          .contains("URIs: http://127.0.0.1:3141/d/0/\n")
          .doesNotContain("archive.example");
      sandbox.files().writeText("/tmp/apt/tiny.sources", sources);
      CommandResult result =
          run(
              sandbox,
              door,
              "sh",
              "-c",
              "cd /tmp/apt && mkdir -p lists/partial cache/archives/partial parts && : > status &&"
                  + " o='-q -o Dir::State::status=/tmp/apt/status -o"
                  + " Dir::State::lists=/tmp/apt/lists -o Dir::Cache=/tmp/apt/cache -o"
                  + " Dir::Etc::sourcelist=/tmp/apt/tiny.sources -o"
                  + " Dir::Etc::sourceparts=/tmp/apt/parts -o APT::Sandbox::User=' && apt-get $o"
                  + " update && apt-get $o download tiny && sha256sum *.deb");
      assertThat(result.succeeded()).describedAs(text(result) + door.exchanges()).isTrue();
      assertThat(result.stdout().text()).contains(Digest.of(PACKAGE).hex());
      assertThat(sandbox.network().attempted()).isEmpty();
      assertThat(door.hosts()).containsExactly("127.0.0.1:" + mirror.port());
    }
  }

  @Test
  void an_archive_that_nobody_configured_must_be_public() {
    PackageDoor door = fixture.door(settings(URI.create("http://127.0.0.1:1/")));
    String sources =
        door.aptSources(
            PORT,
            "deb http://main.example/x odd main\ndeb http://127.0.0.1:%d/mirror sid main\n"
                .formatted(mirror.port()));
    assertThat(sources.lines().toList())
        .isEqualTo(
            List.of(
                "deb http://127.0.0.1:3141/d/0/ odd main",
                "deb http://127.0.0.1:3141/d/1/ sid main"));
    assertThat(new DoorClient(door).get("/d/1/dists/sid/Release").status()).isEqualTo(504);
    assertThat(mirror.requests()).isEmpty();
  }

  @Test
  void nothing_outside_of_an_archive_can_be_asked_for() {
    PackageDoor door = fixture.door(settings(mirror.address("/mirror/")));
    mirror
        .put("/secret", "text/plain", "a secret")
        .put("/mirror/%2e%2e/secret", "text/plain", "a secret");
    door.aptSources(PORT, SOURCES);
    DoorClient client = new DoorClient(door);
    assertThat(client.get("/d/0/dists/sid/Release").status()).isEqualTo(200);
    for (String path :
        List.of(
            "../secret",
            "dists/../../secret",
            "%2e%2e/secret",
            ".%2E/secret",
            "a/%2e%2e%2fsecret",
            "..%2fsecret",
            "/secret",
            "..%5csecret",
            "a%00b",
            "a\"b",
            "")) {
      DoorClient.Answer answer = client.get("/d/0/" + path);
      assertThat(answer.status()).describedAs(path).isEqualTo(403);
      assertThat(answer.body()).doesNotContain("a secret");
    }
    assertThat(client.get("/d/1/dists/sid/Release").status()).isEqualTo(403);
    assertThat(client.get("/d/0/dists/none").status()).isEqualTo(404);
    assertThat(mirror.requests()).hasSize(2);
  }
}
