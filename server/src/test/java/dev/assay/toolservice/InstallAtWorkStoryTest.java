package dev.assay.toolservice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.TestServer;
import dev.assay.conversation.AdmittedSkill;
import dev.assay.testkit.packages.NpmRegistry;
import dev.assay.testkit.packages.NpmTestPackage;
import dev.assay.testkit.packages.PipIndex;
import dev.assay.testkit.packages.PythonPackage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Real pip and npm in tool calls, with an image that holds no package.
class InstallAtWorkStoryTest {
  private static final String SKILL = "column-sums";
  private static final String OTHER = "row-sums";
  private static final String TAKE =
      "echo 'tiny-one>=1' > requirements.txt && pip install -q -r requirements.txt";
  private static final String SHOW =
      "python -c 'import tiny_one, tiny_two; print(tiny_one.VERSION, tiny_two.VERSION)'";

  private static PipIndex pip;
  private static NpmRegistry npm;
  private static TestServer server;

  @BeforeAll
  static void open() {
    pip =
        PipIndex.startApart(PipIndex.Form.JSON)
            .add(
                PythonPackage.of("tiny-one", "1.0")
                    .requiring("tiny-two>=2")
                    .with(
                        "tiny_one/__init__.py",
                        "VERSION = '1.0'\ndef main():\n    import tiny_two\n    print('tiny with', tiny_two.VERSION)\n")
                    .with(
                        "tiny_one-1.0.dist-info/entry_points.txt",
                        "[console_scripts]\ntiny-one = tiny_one:main\n"))
            .add(PythonPackage.of("tiny-two", "2.5"));
    npm =
        NpmRegistry.start()
            .add(
                NpmTestPackage.of("outer", "1.0.0")
                    .with(
                        "package.json",
                        "{\"name\":\"outer\",\"version\":\"1.0.0\",\"bin\":{\"outer\":\"cli.js\"}}")
                    .with(
                        "cli.js", "#!/usr/bin/env node\nconsole.log('outer ' + require('.'));\n"));
    server =
        TestServer.start(
            Map.of(
                "ASSAY_PACKAGES_PIP_INDEX", pip.address().toString(),
                "ASSAY_PACKAGES_NPM_REGISTRY", npm.address().toString()));
    AdmittedSkill first = AdmittedSkill.columnSums();
    first.admit(server);
    Map<String, String> files = new HashMap<>(first.files());
    files.put("scripts/show.py", "import tiny_two\nprint('found', tiny_two.VERSION)\n");
    new AdmittedSkill(OTHER, "Adds up rows of a table that somebody made by hand.", files)
        .admit(server);
  }

  @AfterAll
  static void close() {
    server.close();
    pip.close();
    npm.close();
  }

  private static ToolClient project(String packages) {
    ToolClient project = ToolClient.fresh(server.admin(), SKILL).reusing("session");
    assertThat(server.admin().send("PUT", project.path("/skills/" + OTHER), "{}").status())
        .isEqualTo(200);
    assertThat(server.admin().patch(project.path(""), Map.of("packages", packages)).status())
        .isEqualTo(200);
    return project;
  }

  private static JsonNode result(ToolClient project, String skill, String command) {
    JsonNode result =
        project
            .call("run_cmd", Map.of("skill_name", skill, "session_id", "s", "command", command))
            .path("result");
    assertThat(result.has("exit_code")).as(result.toPrettyString()).isTrue();
    return result;
  }

  private static String printed(ToolClient project, String skill, String command) {
    JsonNode result = result(project, skill, command);
    return result.path("stdout").asString()
        + result.path("stderr").asString()
        + "exit "
        + result.path("exit_code").asInt();
  }

  private static void requires(ToolClient project, String program) {
    assumeTrue(
        printed(project, SKILL, program + " --version").endsWith("exit 0"),
        "SKIPPED: sandboxes here have no " + program);
  }

  @Test
  void nothing_of_what_was_admitted_is_changed_by_a_skill_that_another_one_then_uses() {
    ToolClient project = project("refused");
    String genuine = printed(project, OTHER, "cat /workspace/skills/row-sums/SKILL.md");
    String planted =
        printed(
            project,
            SKILL,
            "mkdir -p /opt/runtime/venv/bin /opt/skills/row-sums/venv/bin;"
                + " for d in /opt/runtime /opt/skills/row-sums; do printf '#!/bin/sh\necho bad\n' > $d/venv/bin/ls;"
                + " chmod 755 $d/venv/bin/ls; done; echo 'print(\"bad\")' > /opt/tools/start.py;"
                + " mv /opt /home/opt; mv /workspace/skills /workspace/old; mkdir -p /workspace/skills/row-sums;"
                + " echo bad > /workspace/skills/row-sums/SKILL.md; ls -A /opt/runtime /opt/skills");
    assertThat(planted).doesNotContain("venv\n").contains("exit 0");
    assertThat(printed(project, OTHER, "ls -d /opt; python3 -c 'print(1)'"))
        .isEqualTo("/opt\n1\nexit 0");
    assertThat(printed(project, OTHER, "cat /workspace/skills/row-sums/SKILL.md"))
        .isEqualTo(genuine);
  }

  @Test
  void pip_installs_and_python_finds_it_in_one_call_and_in_later_ones_of_the_same_skill() {
    ToolClient project = project("allowed");
    requires(project, "pip");
    assertThat(result(project, SKILL, "true").path("extra_packages")).isEmpty();
    JsonNode taken = result(project, SKILL, TAKE + " && " + SHOW);
    assertThat(taken.path("stdout").asString()).as(taken.toPrettyString()).isEqualTo("1.0 2.5\n");
    assertThat(ToolClient.json(taken.path("extra_packages")))
        .contains("\"name\":\"tiny-one\"", "\"version\":\"1.0\"", "\"skill_name\":\"column-sums\"")
        .contains("tiny-two");
    for (String way :
        List.of(
            SHOW,
            SHOW.replace("python -c", "python3 -I -c"),
            SHOW.replace("python -c", "python3 -uc"),
            "echo 'import tiny_one; print(tiny_one.VERSION, \"2.5\")' > x.py && cd / && python3 -W ignore /workspace/intermediate/column-sums/x.py",
            "cd /workspace/skills/column-sums/scripts && " + SHOW)) {
      assertThat(printed(project, SKILL, way)).as(way).isEqualTo("1.0 2.5\nexit 0");
    }
    assertThat(printed(project, SKILL, "tiny-one")).isEqualTo("tiny with 2.5\nexit 0");
    assertThat(printed(project, SKILL, "pip uninstall -qy tiny-one && pip list"))
        .contains("tiny-two")
        .doesNotContain("tiny-one")
        .endsWith("exit 0");

    assertThat(printed(project, OTHER, SHOW)).as("the other skill").contains("ModuleNotFoundError");
    assertThat(printed(project, OTHER, "tiny-one")).endsWith("exit 127");
    assertThat(printed(project, SKILL, "python ../row-sums/scripts/show.py"))
        .as("a script of the other skill")
        .contains("ModuleNotFoundError");
    assertThat(printed(project, OTHER, "pip install -q --user tiny-two && python scripts/show.py"))
        .isEqualTo("found 2.5\nexit 0");
  }

  @Test
  void npm_installs_for_the_skill_and_the_session_only() {
    ToolClient project = project("allowed");
    requires(project, "npm");
    assertThat(
            printed(
                project,
                SKILL,
                "npm install -g --silent outer >/dev/null && outer && node -p 'require(\"outer\")'"))
        .isEqualTo("outer 1.0.0\n1.0.0\nexit 0");
    assertThat(ToolClient.json(result(project, SKILL, "true").path("extra_packages")))
        .contains("\"ecosystem\":\"npm\"", "\"name\":\"outer\"", "\"version\":\"1.0.0\"");
    assertThat(printed(project, OTHER, "outer")).endsWith("exit 127");
    assertThat(printed(project, OTHER, "node -p 'require(\"outer\")'"))
        .contains("Cannot find module 'outer'");
    assertThat(
            printed(
                project,
                OTHER,
                "npm install --silent outer >/dev/null && node -p 'require(\"outer\")'"))
        .endsWith("1.0.0\nexit 0");
    assertThat(ToolClient.json(result(project, OTHER, "true").path("extra_packages")))
        .as("those in a folder of the work are listed, too")
        .contains("\"name\":\"outer\"", "\"skill_name\":\"row-sums\"");
  }

  @Test
  void what_is_installed_for_no_skill_is_found_by_no_skill() {
    ToolClient project = project("allowed");
    requires(project, "npm");
    assertThat(
            printed(
                project,
                SKILL,
                "cd /tmp && npm install -g --silent outer >/dev/null && node -p 'require(\"outer\")'"))
        .isEqualTo("1.0.0\nexit 0");
    assertThat(printed(project, OTHER, "node -p 'require(\"outer\")'"))
        .contains("Cannot find module 'outer'");
  }

  @Test
  void words_of_pip_that_install_nothing_stay_pips_own() {
    ToolClient project = project("allowed");
    requires(project, "pip");
    assertThat(printed(project, SKILL, "pip help install | grep -c -- --target"))
        .endsWith("exit 0")
        .doesNotContain("no such option");
  }

  @Test
  void what_is_not_allowed_is_said_plainly() {
    ToolClient project = project("refused");
    requires(project, "pip");
    assertThat(printed(project, SKILL, TAKE))
        .contains("not allowed here")
        .doesNotContain("externally-managed")
        .doesNotEndWith("exit 0");
  }
}
