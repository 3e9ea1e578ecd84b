package dev.assay.toolservice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.TestServer;
import dev.assay.conversation.AdmittedSkill;
import dev.assay.skill.sandbox.Capabilities.Feature;
import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.testkit.packages.PackageServer;
import dev.assay.testkit.packages.PipIndex;
import dev.assay.testkit.packages.PythonPackage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// How far commands of a project get beyond their sandbox: a real pip with an index that wants a
/// password, and hosts on and off a list.
class ProjectNetworkStoryTest {
  private static final String SKILL = "column-sums";
  private static final String PASSWORD = "s3cret-4712";
  private static final String INSTALL =
      "python3 -m pip install -q --disable-pip-version-check --target lib tiny-one";

  @TempDir static Path folder;
  private static PipIndex index;
  private static PackageServer other;
  private static TestServer server;

  @BeforeAll
  static void open() throws IOException {
    index =
        PipIndex.startApart(PipIndex.Form.JSON)
            .add(PythonPackage.of("tiny-one", "1.0").requiring("tiny-two>=2"))
            .add(PythonPackage.of("tiny-two", "2.5"));
    index.pages().requirePassword("bob", PASSWORD);
    other = PackageServer.start().put("/x", "text/plain", "from another host");
    Path netrc = Files.createFile(folder.resolve("netrc"));
    Files.setPosixFilePermissions(netrc, PosixFilePermissions.fromString("rw-------"));
    Files.writeString(
        netrc,
        "machine 127.0.0.1:%d login bob password %s".formatted(index.pages().port(), PASSWORD));
    server =
        TestServer.start(
            Map.of(
                "ASSAY_PACKAGES_PIP_INDEX", index.address().toString(),
                "ASSAY_PACKAGES_CREDENTIALS", netrc.toString()));
    AdmittedSkill.columnSums().admit(server);
  }

  @AfterAll
  static void close() {
    server.close();
    other.close();
    index.close();
  }

  private static ToolClient project(Map<String, ?> policy) {
    ToolClient project = ToolClient.fresh(server.admin(), SKILL).reusing("session");
    assertThat(server.admin().patch(project.path(""), policy).status()).isEqualTo(200);
    return project;
  }

  /// What a command in the one session of a project printed, whatever its exit code.
  private static String printed(ToolClient project, String command) {
    JsonNode result =
        project
            .call("run_cmd", Map.of("skill_name", SKILL, "session_id", "s", "command", command))
            .path("result");
    assertThat(result.has("exit_code")).as(result.toPrettyString()).isTrue();
    return result.path("stdout").asString()
        + result.path("stderr").asString()
        + "exit "
        + result.path("exit_code").asInt();
  }

  private static void requirePip(ToolClient project) {
    assumeTrue(
        printed(project, "python3 -m pip --version").endsWith("exit 0"),
        "SKIPPED: sandboxes here have no pip. On Debian: apt-get install python3-pip");
  }

  @Test
  void packages_are_installed_in_a_session_without_its_seeing_a_password_or_another_host() {
    ToolClient project = ToolClient.fresh(server.admin(), SKILL).reusing("session");
    requirePip(project);
    assertThat(printed(project, INSTALL)).doesNotEndWith("exit 0");
    assertThat(index.pages().requests()).as("nobody allowed it yet").isEmpty();

    assertThat(server.admin().patch(project.path(""), Map.of("packages", "allowed")).status())
        .isEqualTo(200);
    assertThat(printed(project, INSTALL)).endsWith("exit 0");
    assertThat(
            printed(
                project,
                "PYTHONPATH=lib python3 -c 'import tiny_one, tiny_two; print(tiny_one.VERSION, tiny_two.VERSION)'"))
        .startsWith("1.0 2.5\n");
    assertThat(index.pages().requests())
        .isNotEmpty()
        .allMatch(each -> each.headers().containsKey("Authorization"));
    assertThat(
            printed(
                project,
                "env; cat /proc/*/environ /proc/*/cmdline | tr '\\0' '\\n';"
                    + " grep -rs 4712 . /tmp /etc /root /home /workspace | head"))
        .contains("PIP_INDEX_URL")
        .doesNotContain(
            PASSWORD,
            Base64.getEncoder()
                .encodeToString(("bob:" + PASSWORD).getBytes(StandardCharsets.UTF_8)));

    int asked = index.pages().requests().size();
    for (String way :
        List.of(
            "http://127.0.0.1:%d/x".formatted(other.port()),
            "-x http://127.0.0.1:4873 http://127.0.0.1:%d/x".formatted(other.port()),
            "-p -x http://127.0.0.1:4873 http://127.0.0.1:%d/x".formatted(other.port()),
            "http://bob:%s@127.0.0.1:%d/simple/tiny-one/"
                .formatted(PASSWORD, index.pages().port()))) {
      assertThat(printed(project, "curl -s -m 5 --noproxy '' " + way))
          .as(way)
          .doesNotContain("from another host", "tiny_one");
    }
    assertThat(other.requests()).isEmpty();
    assertThat(index.pages().requests()).hasSize(asked);
  }

  @Test
  void a_host_on_the_list_is_reached_and_another_is_not() {
    assumeTrue(
        server.part(SandboxEngine.class).capabilities().has(Feature.ALLOW_LIST),
        "SKIPPED: the sandbox engine here has no lists of hosts");
    try (PackageServer listed = PackageServer.start().put("/x", "text/plain", "from the list")) {
      ToolClient project =
          project(
              Map.of(
                  "network",
                  "allow_list",
                  "allowed_hosts",
                  List.of("127.0.0.1:" + listed.port(), "localhost:" + other.port()),
                  "packages",
                  "allowed"));
      String curl = "curl -s -m 10 --noproxy '' ";
      assertThat(printed(project, curl + listed.address("/x"))).isEqualTo("from the listexit 0");
      assertThat(printed(project, curl + other.address("/x")))
          .contains("is not on this sandbox's allow-list");
      assertThat(printed(project, curl + "http://localhost:%d/x".formatted(other.port())))
          .as("a name does not lead to this machine")
          .contains("not for sandboxes");
      assertThat(printed(project, curl + "-x '' " + listed.address("/x")))
          .as("past the proxy")
          .doesNotContain("from the list");
      assertThat(other.requests()).isEmpty();
      assertThat(listed.requests()).hasSize(1);
      requirePip(project);
      assertThat(printed(project, INSTALL)).endsWith("exit 0");

      assertThat(server.admin().patch(project.path(""), Map.of("network", "blocked")).status())
          .isEqualTo(200);
      assertThat(printed(project, curl + listed.address("/x"))).doesNotContain("from the list");
      assertThat(listed.requests()).hasSize(1);
    }
  }
}
