package dev.assay.validation.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.skill.dependency.RuntimeEnvironment;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.task.Task;
import dev.assay.validation.dependency.Inventory;
import dev.assay.validation.evidence.Installed;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What was admitted comes before what is installed at work, and a skill's own before what all
/// share: real pip and npm, with a registry inside the sandbox.
class AdmittedFirstStoryTest {
  private static final String SKILL = "/workspace/skills/" + Workshop.SKILL;
  private static final String WORK = "/workspace/intermediate";
  private static final String SHARED =
      """
      set -e
      mkdir -p /opt/runtime/npm/lib/node_modules/steady /opt/runtime/npm/bin
      cd /opt/runtime/npm/lib/node_modules/steady
      echo '{"name": "steady", "version": "1.2.0"}' > package.json
      echo 'module.exports = "admitted";' > index.js
      printf '#!/bin/sh\\necho shared\\n' > /opt/runtime/npm/bin/plainly
      chmod 755 /opt/runtime/npm/bin/plainly
      """;

  /// Answers with the versions of two packages, one of which needs a newer one of the other.
  private static final String REGISTRY =
      """
      const { createServer } = require("http");
      const { execFileSync } = require("child_process");
      const fs = require("fs");
      const all = { steady: ["1.2.0", "1.9.0", "2.0.0"], needy: ["1.0.0"] };
      createServer((asked, answer) => {
        const [name, version] = asked.url.slice(1).split("/");
        if (!all[name]) {
          answer.writeHead(404).end("{}");
          return;
        }
        const about = (each) => ({
          name, version: each, dependencies: name === "needy" ? { steady: "^2" } : {},
        });
        if (version) {
          const folder = fs.mkdtempSync("/tmp/made-");
          fs.mkdirSync(folder + "/package");
          fs.writeFileSync(folder + "/package/package.json", JSON.stringify(about(version)));
          const code = name === "needy" ? 'require("steady")' : `"steady ${version}"`;
          fs.writeFileSync(folder + "/package/index.js", "module.exports = " + code);
          answer.end(execFileSync("tar", ["-cz", "-C", folder, "package"]));
          return;
        }
        const versions = {};
        for (const each of all[name]) {
          const dist = { tarball: `http://127.0.0.1:4873/${name}/${each}` };
          versions[each] = { ...about(each), dist };
        }
        answer.end(JSON.stringify({ name, "dist-tags": { latest: all[name].at(-1) }, versions }));
      }).listen(4873, "127.0.0.1", () => console.log("ready"));
      """;

  private static Workshop workshop;
  private static TaskSandbox opened;
  private static Sandbox sandbox;

  @BeforeAll
  static void open() throws IOException {
    workshop = new Workshop();
    workshop.carryWheel(
        "plain",
        "1.0",
        Map.of("plain-1.0.data/scripts/plainly", "#!python\nimport plain\nprint(plain.VERSION)\n"));
    workshop.carryWheel("spare", "1.0", Map.of());
    Files.createDirectories(workshop.tree.resolve("scripts"));
    Files.writeString(workshop.tree.resolve("SKILL.md"), "---\nname: sly-skill\n---\n");
    Files.writeString(workshop.tree.resolve("scripts/show.sh"), "plainly\n");
    Files.writeString(
        workshop.tree.resolve("scripts/show.py"),
        "import subprocess\nsubprocess.run(['plainly'], check=True)\n");
    Installed own =
        workshop.install(
            SandboxImage.of("host"),
            Inventory.EMPTY,
            new RuntimeEnvironment(Workshop.SKILL),
            "plain");
    assertThat(own.failure()).as(own.commands().toString()).isEmpty();
    opened =
        workshop.laboratory.openFor(
            new Task("t", "t", List.of(), Optional.empty(), List.of(), List.of()),
            workshop.site(withShared(own)));
    sandbox = opened.sandbox();
    sandbox.files().writeText("/tmp/registry.js", REGISTRY);
  }

  private static SandboxImage withShared(Installed installed) {
    try (Sandbox making = workshop.open(installed)) {
      CommandResult made = making.run(Command.shell(SHARED));
      assertThat(made.succeeded()).as(made.stderr().text()).isTrue();
      return making.freeze();
    }
  }

  @AfterAll
  static void close() {
    opened.close();
    workshop.close();
  }

  private static String printed(String folder, String line) {
    CommandResult result = sandbox.run(Command.shell(line).in(folder));
    return result.stdout().text() + result.stderr().text();
  }

  private static void requires(String line) {
    assumeTrue(
        sandbox.run(Command.shell(line)).succeeded(), "SKIPPED: sandboxes here fail at " + line);
  }

  /// With the registry, for as long as the command takes.
  private static String npm(String line) {
    requires("npm --version");
    return printed(
        WORK,
        """
        export npm_config_registry=http://127.0.0.1:4873
        mkfifo /tmp/ready
        node /tmp/registry.js > /tmp/ready & registry=$!
        head -n 1 /tmp/ready > /dev/null
        %s
        kill $registry
        wait $registry 2> /dev/null
        rm -rf /tmp/ready /opt/extra/.[!.]* /opt/extra/*
        """
            .formatted(line));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "npm install -g steady@2",
        "npm i --global --force --legacy-peer-deps steady@latest",
        "npm --location global add steady@^1.3",
        "npm install -g needy steady@2.0.0",
        "mkdir -p /tmp/two && echo '{\"name\":\"steady\",\"version\":\"2.0.0\"}' > /tmp/two/package.json && cd /tmp && npm install -g ./two",
      })
  void another_version_than_the_admitted_one_ends_with_npms_own_message(String line) {
    assertThat(npm(line + "; echo exit $?; ls /opt/extra/.session/npm/lib/node_modules"))
        .contains("exit 1\n", "ERESOLVE", "steady@\"1.2.0\" from admitted@0.0.0")
        .contains("Packages that were admitted stay as they are here")
        .doesNotContain("needy\n", "\nsteady\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"steady", "steady@1.2.0", "steady@^1", "steady@~1.2"})
  void what_the_admitted_version_satisfies_is_not_installed_again(String named) {
    assertThat(npm("npm install -g " + named + "; echo exit $?; ls -A /opt/extra/.session"))
        .contains("admitted already: steady@1.2.0\n")
        .contains("exit 0\n")
        .doesNotContain("npm\n");
  }

  @Test
  void other_packages_are_installed_also_with_another_version_inside_them() {
    assertThat(
            npm(
                "npm install -g --silent needy steady >/dev/null 2>&1; echo $?;"
                    + " node -p 'require(\"needy\") + \", \" + require(\"steady\")'"))
        .isEqualTo("0\nsteady 2.0.0, admitted\n");
    assertThat(
            npm(
                "npm install --silent --global-style steady@2 >/dev/null 2>&1; echo $?;"
                    + " node -p 'require(\"steady\")'; rm -r node_modules package*.json"))
        .as("a folder of the work has what it asks for")
        .isEqualTo("0\nsteady 2.0.0\n");
    assertThat(
            npm("npm install -g --silent --prefix /tmp/own steady@2; ls /tmp/own/lib/node_modules"))
        .isEqualTo("steady\n");
  }

  @Test
  void a_skills_own_program_wins_in_its_folder_and_its_scripts_and_the_shared_one_elsewhere() {
    assertThat(printed(SKILL, "plainly")).isEqualTo("1.0\n");
    assertThat(printed(SKILL + "/scripts", "env plainly")).isEqualTo("1.0\n");
    assertThat(printed("/", "sh " + SKILL + "/scripts/show.sh")).isEqualTo("1.0\n");
    assertThat(printed("/", "python3 " + SKILL + "/scripts/show.py")).isEqualTo("1.0\n");
    assertThat(printed(WORK, "plainly")).isEqualTo("shared\n");
    assertThat(
            printed(
                WORK,
                "mkdir -p other && touch other/SKILL.md && cd other && plainly; sh %s/scripts/show.sh"
                    .formatted(SKILL)))
        .as("in the folder of another skill")
        .isEqualTo("shared\n1.0\n");
  }

  @Test
  void the_bases_python_with_its_version_is_python3() {
    String python = printed("/", "readlink -f \"$(command -v python3)\" | tr -d '\\n'");
    String name = python.substring(python.lastIndexOf('/') + 1);
    assertThat(name).matches("python3\\.\\d+");
    String install = " -m pip install -q --no-index --find-links " + SKILL + " spare && ";
    String show = " -c 'import spare; print(spare.VERSION)'";
    assertThat(printed(WORK, name + install + name + show)).isEqualTo("1.0\n");
    assertThat(printed(WORK, "python3" + show + "; pip uninstall -qy spare")).isEqualTo("1.0\n");
    assertThat(printed(SKILL, name + " -c 'import plain; print(plain.VERSION)'"))
        .isEqualTo("1.0\n");
  }

  @Test
  void the_bases_python_by_its_path_says_how_packages_are_installed() {
    requires(
        "python3 -c 'import sysconfig; open(sysconfig.get_path(\"stdlib\") + \"/EXTERNALLY-MANAGED\")'");
    String options = " install -q --no-index --find-links " + SKILL + " spare";
    assertThat(printed(WORK, "/usr/bin/python3 -m pip" + options + " 2>&1; echo exit $?"))
        .contains("Install with `pip` or `python3 -m pip`, without a path, and run with `python3`")
        .doesNotContain("externally-managed")
        .endsWith("exit 1\n");
    assertThat(
            printed(WORK, "/usr/bin/python3 -m pip" + options + " --target /tmp/target; echo $?"))
        .startsWith("0\n");
    assertThat(
            printed(
                WORK,
                "for pip in /usr/bin/pip /usr/bin/pip3; do if [ -x $pip ]; then $pip"
                    + options
                    + " && python3 -c 'import spare' && $pip uninstall -qy spare; fi; done"))
        .isEmpty();
  }

  @Test
  void an_environment_that_a_command_makes_has_its_own_pip() {
    requires("python3 -c 'import ensurepip'");
    assertThat(
            printed(
                "/tmp",
                "python3 -m venv made && made/bin/python -c 'import pip; print(pip.__file__)' &&"
                    + " made/bin/pip install -q --no-index --find-links %s spare &&"
                        .formatted(SKILL)
                    + " made/bin/python -m pip list && made/bin/python -c 'import spare'"))
        .contains("/tmp/made/lib/", "spare")
        .doesNotContain("Error");
  }
}
