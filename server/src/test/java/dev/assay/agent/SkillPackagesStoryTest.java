package dev.assay.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.sandbox.FileLeases;
import dev.assay.sandbox.SandboxEngines;
import dev.assay.sandbox.settings.LocalSandboxes;
import dev.assay.sandbox.settings.LocalSettings;
import dev.assay.skill.SkillName;
import dev.assay.skill.model.Message;
import dev.assay.skill.model.Purpose;
import dev.assay.skill.model.ToolCall;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.Layout;
import dev.assay.skill.sandbox.Mount;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxSpec;
import dev.assay.skill.transcript.Entry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// Skills with environments of their own, as the commands of an agent find them.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SkillPackagesStoryTest {
  @TempDir static Path folder;

  private FileLeases leases;
  private LocalSandboxes engine;
  private Workplace workplace;

  @BeforeAll
  void start() throws IOException {
    Path skills = folder.resolve("skills");
    for (String name : List.of("tally", "ledger", "hidden", "bare")) {
      Path scripts = Files.createDirectories(skills.resolve(name).resolve("scripts"));
      Files.writeString(
          skills.resolve(name).resolve("SKILL.md"),
          "---\nname: %s\ndescription: x\n---\nUse it.\n".formatted(name));
      Files.writeString(scripts.resolve("packages"), "#!/bin/sh\nwhich-skill\n");
    }
    leases = new FileLeases(folder.resolve("leases"));
    engine = SandboxEngines.local(LocalSettings.in(folder.resolve("sandboxes")), leases);
    Sandbox sandbox =
        engine.create(
            SandboxSpec.of(SandboxImage.of("host"), "agent")
                .withMount(new Mount(skills, Layout.SKILLS, Mount.Access.READ_ONLY)));
    sandbox.files().makeFolder(Layout.INTERMEDIATE);
    for (String name : List.of("tally", "ledger", "hidden")) {
      String program = "/opt/skills/" + name + "/venv/bin/which-skill";
      sandbox.files().writeText(program, "#!/bin/sh\necho packages of " + name + "\n");
      sandbox.run(Command.of("chmod", "+x", program));
    }
    workplace =
        new Workplace(
            sandbox,
            new SkillList(
                List.of(
                    new SkillList.Listed(new SkillName("tally"), "Counts."),
                    new SkillList.Listed(new SkillName("ledger"), "Adds."),
                    new SkillList.Listed(new SkillName("bare"), "Has no packages."))));
  }

  @AfterAll
  void stop() {
    engine.close();
    leases.close();
  }

  @Test
  void commands_find_the_packages_of_the_skill_they_name_or_that_was_loaded_last() {
    try (AgentFixture fixture =
        new AgentFixture(
            """
            call: execute {"command": "which-skill"}
            ---
            call: execute {"command": "ls /workspace/skills/ledger/x /my-skills/spent; which-skill"}
            ---
            call: load_skill {"name": "tally"}
            ---
            call: execute {"command": "which-skill; echo $VIRTUAL_ENV $NODE_PATH"}
            ---
            call: execute {"command": "which-skill", "cwd": "/workspace/skills/hidden"}
            ---
            call: execute {"command": "echo /workspace/skills/bare/x; which-skill"}
            ---
            call: execute_skill_script {"name": "tally", "script": "scripts/packages"}
            ---
            call: execute {"command": "cat ../skills/ledger/SKILL.md"}
            ---
            call: execute {"command": "which-skill"}
            ---
            call: task {"description": "part", "prompt": "Find out."}
            ---
            call: execute {"command": "which-skill"}
            ---
            say: A sub-agent has nothing in its hands.
            ---
            say: done
            """)) {
      AgentRun run = fixture.run(workplace.instructions(), "Go.", workplace.tools());
      assertThat(AgentFixture.answer(run)).isEqualTo("done");
      List<String> found =
          AgentFixture.entries(run, Entry.Used.class).stream()
              .filter(used -> !used.call().tool().equals("load_skill"))
              .map(used -> used.result().replaceAll("(?s).*(packages of \\w+|code: 127).*", "$1"))
              .toList();
      assertThat(found.subList(0, 5))
          .containsExactly(
              "code: 127",
              "packages of ledger",
              "packages of tally",
              "packages of tally",
              "code: 127");
      assertThat(found.get(5)).isEqualTo("packages of tally");
      assertThat(found.get(7)).isEqualTo("packages of ledger");
      assertThat(AgentFixture.entries(run, Entry.Used.class).get(3).result())
          .contains("/opt/skills/tally/venv /opt/skills/tally/npm/lib/node_modules:/opt/runtime");
      assertThat(AgentFixture.entries(run, Entry.Delegated.class))
          .singleElement()
          .satisfies(part -> assertThat(part.transcript().toString()).contains("exit code: 127"));
    }
  }

  @Test
  void a_later_turn_of_a_conversation_goes_on_with_what_an_earlier_one_loaded() {
    try (AgentFixture fixture =
        new AgentFixture("call: execute {\"command\": \"which-skill\"}\n---\nsay: done")) {
      ToolCall loaded = new ToolCall("1", "load_skill", "{\"name\": \"tally\"}");
      Assignment later =
          new Assignment(
              Purpose.CONVERSE,
              fixture.model(),
              workplace.instructions(),
              List.of(
                  new Message.Request("Load it."),
                  new Message.Reply("", List.of(loaded)),
                  new Message.ToolResult("1", "load_skill", "# Tally", false),
                  new Message.Reply("It is loaded.", List.of()),
                  new Message.Request("Go on.")),
              workplace.tools(),
              fixture.budget,
              Set.of(),
              "test");
      AgentRun run = fixture.agent().run(later, AgentListener.silent());
      assertThat(AgentFixture.entries(run, Entry.Used.class))
          .singleElement()
          .satisfies(used -> assertThat(used.result()).contains("packages of tally"));
    }
  }
}
