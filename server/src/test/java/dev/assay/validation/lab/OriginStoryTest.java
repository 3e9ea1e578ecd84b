package dev.assay.validation.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.agent.Installer.Needs;
import dev.assay.skill.SkillName;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.RuntimeEnvironment;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.task.Task;
import dev.assay.skill.transcript.Transcript;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Two skills with environments of their own, each with a package of the same name, and a shared
/// one. Python and Node choose the environment by the script that they run.
class OriginStoryTest {
  private static final RuntimeEnvironment ONE = new RuntimeEnvironment(Workshop.SKILL);
  private static final RuntimeEnvironment TWO = new RuntimeEnvironment("later");
  private static final String SHOW = "import plain, common; print(plain.VERSION, common.VERSION)";
  private static final String MODULES =
      """
      set -e
      for skill in sly-skill later; do
        mkdir -p /opt/skills/$skill/npm/lib/node_modules/pack
        echo "exports.name = '$skill'" > /opt/skills/$skill/npm/lib/node_modules/pack/index.js
      done
      """;
  private static final String PREPARE =
      """
      set -e
      for skill in sly-skill later; do
        mkdir -p $skill/scripts
        [ $skill = sly-skill ] || printf -- '---\\nname: later\\n---\\n' > $skill/SKILL.md
        echo "%s" > $skill/scripts/show.py
        echo 'console.log(require("pack").name)' > $skill/scripts/show.js
        echo 'import pack from "pack"; console.log(pack.name)' > $skill/scripts/show.mjs
        printf 'python3 -c "%s"\\nplainly\\n' > $skill/scripts/show.sh
      done
      """;

  private static Workshop workshop;
  private static TaskSandbox opened;
  private static Sandbox sandbox;

  @BeforeAll
  static void open() throws IOException {
    workshop = new Workshop();
    workshop.carryWheel("common", "3.0", Map.of());
    workshop.carryWheel("spare", "1.0", Map.of());
    workshop.carryWheel(
        "plain",
        "1.0",
        Map.of("plain-1.0.data/scripts/plainly", "#!python\nimport plain\nprint(plain.VERSION)\n"));
    workshop.carryWheel(
        "plain",
        "2.0",
        Map.of("plain-2.0.data/scripts/plainly", "#!python\nimport plain\nprint(plain.VERSION)\n"));
    Path scripts = Files.createDirectories(workshop.tree.resolve("scripts"));
    Files.writeString(scripts.resolve("show.py"), SHOW);
    Files.writeString(workshop.tree.resolve("SKILL.md"), "---\nname: sly-skill\n---\n");
    Installed shared = workshop.install("common");
    Installed one = workshop.installOn(shared, ONE, "plain==1.0");
    Installed two =
        workshop
            .preparation(Duration.ofMinutes(3))
            .install(
                workshop.site(one.candidate()),
                new Preparation.Part(
                    new SkillName("later"),
                    TWO,
                    Workshop.dependencies(Ecosystem.PIP, "plain==2.0"),
                    List.of(Workshop.CARRIED),
                    List.of()),
                workshop.inventory(one),
                () -> new Needs(List.of(), new Transcript(List.of()), false),
                _ -> List.of());
    assertThat(two.failure()).as(two.commands().toString()).isEmpty();
    opened =
        workshop.laboratory.openFor(
            new Task("t", "t", List.of(), Optional.empty(), List.of(), List.of()),
            workshop.site(withModules(two)));
    sandbox = opened.sandbox();
    String show = SHOW.replace("\"", "\\\"");
    CommandResult prepared = run("/workspace/intermediate", PREPARE.formatted(show, show));
    assertThat(prepared.succeeded()).as(prepared.stderr().text()).isTrue();
  }

  private static SandboxImage withModules(Installed installed) {
    try (Sandbox making = workshop.open(installed)) {
      CommandResult made = making.run(Command.shell(MODULES));
      assertThat(made.succeeded()).as(made.stderr().text()).isTrue();
      return making.freeze();
    }
  }

  @AfterAll
  static void close() {
    opened.close();
    workshop.close();
  }

  private static CommandResult run(String folder, String line) {
    return sandbox.run(Command.shell(line).in(folder));
  }

  private static String printed(String folder, String line) {
    CommandResult result = run(folder, line);
    return result.stdout().text() + result.stderr().text();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "python3 LATER/show.py",
        "python LATER/show.py",
        "python3 -I LATER/show.py",
        "python3 -E -W ignore -X dev LATER/show.py",
        "/opt/runtime/venv/bin/python3 LATER/show.py",
        "/opt/skills/sly-skill/venv/bin/python3 LATER/show.py",
        "ln -sf LATER/show.py /tmp/link.py; python3 /tmp/link.py",
        "cd LATER && python3 ./show.py",
        "cd LATER && python3 -c 'SHOW'",
        "cd LATER && echo 'SHOW' | python3",
        "cd LATER && python3 -m show",
        "mkdir -p LATER/app && cp LATER/show.py LATER/app/__main__.py && python3 LATER/app",
        "cd LATER && rm -f app.pyz && python3 -m zipapp app -o app.pyz && cd / && python3 LATER/app.pyz",
        "sh LATER/show.sh | sed -n 1p",
        "python3 /workspace/skills/sly-skill/scripts/show.py >/dev/null; cd /workspace/skills/sly-skill/scripts; python3 LATER/show.py",
        "printf 'import subprocess, sys\\nsubprocess.run([sys.executable, \"-c\", \"SHOW\"], cwd=\"/\")\\n' > LATER/sub.py; python3 LATER/sub.py",
        "printf 'import multiprocessing as m\\ndef f():\\n    SHOW\\nif __name__ == \"__main__\":\\n    m.set_start_method(\"spawn\"); p = m.Process(target=f); p.start(); p.join()\\n' > LATER/spawn.py; python3 LATER/spawn.py",
        "printf 'import runpy\\nrunpy.run_path(\"LATER/show.py\")' > LATER/run.py; python3 LATER/run.py",
      })
  void python_finds_the_packages_of_the_skill_whose_script_it_is_given(String line) {
    String said =
        line.replace("SHOW", SHOW).replace("LATER", "/workspace/intermediate/later/scripts");
    assertThat(printed("/workspace/intermediate", said)).isEqualTo("2.0 3.0\n");
  }

  @Test
  void each_skill_finds_its_own_and_nobody_elses() {
    assertThat(printed("/", "python3 /workspace/skills/sly-skill/scripts/show.py"))
        .isEqualTo("1.0 3.0\n");
    assertThat(
            printed("/workspace/intermediate/later", "python3 /skills/sly-skill/scripts/show.py"))
        .isEqualTo("1.0 3.0\n");
    assertThat(printed("/workspace/intermediate", "python3 -c 'import plain'"))
        .contains("ModuleNotFoundError");
    assertThat(printed("/workspace/intermediate", "python3 -c 'import common'")).isEmpty();
    assertThat(printed("/tmp", "echo 'import plain' > x.py; python3 x.py"))
        .contains("ModuleNotFoundError");
  }

  @Test
  void programs_of_a_package_are_called_by_name_from_the_skills_folder() {
    assertThat(printed("/workspace/intermediate/later", "plainly")).isEqualTo("2.0\n");
    assertThat(printed("/workspace/skills/sly-skill/scripts", "plainly")).isEqualTo("1.0\n");
    assertThat(printed("/", "sh /workspace/intermediate/later/scripts/show.sh"))
        .isEqualTo("2.0 3.0\n2.0\n");
    assertThat(printed("/workspace/intermediate", "plainly; echo $?")).contains("127");
    assertThat(printed("/", "/opt/skills/later/venv/bin/plainly")).isEqualTo("2.0\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "node LATER/show.js",
        "node LATER/show.mjs",
        "cd LATER && node -e 'console.log(require(\"pack\").name)'",
        "cd LATER && node --input-type=module -e 'import pack from \"pack\"; console.log(pack.name)'",
        "ln -sf LATER/show.js /tmp/link.js; node /tmp/link.js",
        "cd /workspace/skills/sly-skill && node LATER/show.js",
      })
  void node_finds_the_packages_of_the_skill_whose_script_it_is_given(String line) {
    String said = line.replace("LATER", "/workspace/intermediate/later/scripts");
    assertThat(printed("/workspace/intermediate", said)).isEqualTo("later\n");
    assertThat(printed("/workspace/intermediate", "node -p 'require(\"pack\")'"))
        .contains("Cannot find module 'pack'");
  }

  @Test
  void what_is_installed_at_work_cannot_contradict_what_was_admitted() {
    String pip = "pip install -q --no-index --find-links /workspace/skills/sly-skill ";
    String later = "/workspace/intermediate/later";
    assertThat(printed(later, pip.replace(" -q", "") + "plain==1.0 2>&1; echo $?"))
        .contains("The user requested (constraint) plain==2.0")
        .endsWith("\n1\n");
    assertThat(printed(later, pip + "plain common spare && python -c 'import spare; " + SHOW + "'"))
        .isEqualTo("2.0 3.0\n");
    assertThat(printed(later, "pip list")).contains("common", "plain", "spare");
    assertThat(printed(later, "pip uninstall -qy plain; python -c '" + SHOW + "'"))
        .endsWith("2.0 3.0\n");
    assertThat(printed("/workspace/skills/sly-skill", "python3 -c 'import spare'"))
        .contains("ModuleNotFoundError");
    assertThat(printed("/workspace/intermediate", pip + "plain==1.0 && python3 -c 'import plain'"))
        .isEmpty();
    assertThat(printed(later, "python3 scripts/show.py")).isEqualTo("2.0 3.0\n");
    assertThat(
            printed(
                "/workspace/intermediate", "pip uninstall -qy plain; python3 -c 'import plain'"))
        .as("gone again, also for the tests that follow")
        .contains("ModuleNotFoundError");
  }

  @Test
  void an_environments_start_cannot_be_replaced_by_a_package() throws IOException {
    workshop.carryWheel("starter", "1.0", Map.of("zz-start.pth", "import os\n"));
    Installed planted = workshop.install("starter");
    assertThat(planted.failure())
        .hasValueSatisfying(why -> assertThat(why).contains("zz-start.pth"));
  }
}
