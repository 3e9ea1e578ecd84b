package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.testkit.ProgramFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The examples for build servers and for pre-commit, in a real git repository with the real
/// command.
class BuildServerExamplesTest {
  private static final Path EXAMPLES = Path.of("..", "examples", "ci").toAbsolutePath().normalize();

  @TempDir private Path folder;

  private Path repository = Path.of("");
  private String output = "";

  @BeforeEach
  void makeRepository() throws IOException, InterruptedException {
    repository = Files.createDirectory(folder.resolve("repository"));
    run(Map.of(), "git", "init", "-q");
    skill("notes", "notes");
    Path assay = folder.resolve("assay");
    ProgramFile.write(
        assay,
        "#!/bin/sh\nexec '%s' -XX:TieredStopAtLevel=1 -cp '%s' dev.assay.cli.Assay \"$@\"\n"
            .formatted(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getProperty("java.class.path")));
  }

  @Test
  void reports_are_written_and_the_build_fails_with_the_skill() throws Exception {
    String script = EXAMPLES.resolve("check-skills.sh").toString();
    assertThat(run(Map.of("ASSAY_BLOCK", "high"), script)).as(output).isZero();
    assertThat(repository.resolve("assay-reports/check.sarif")).content().contains("\"2.1.0\"");
    assertThat(repository.resolve("assay-reports/check.xml")).content().contains("<testsuite");
    skill("wrong", "another-name");
    assertThat(run(Map.of(), script)).as(output).isEqualTo(1);
    assertThat(repository.resolve("assay-reports/check.sarif"))
        .content()
        .contains("format.name-folder");
    String assay = folder.resolve("assay").toString();
    assertThat(run(Map.of(), assay, "check", "missing", "--format", "sarif")).isEqualTo(2);
    assertThat(output).as("a report that can be read").contains("\"2.1.0\"");
  }

  @Test
  void a_commit_with_a_broken_skill_is_refused_and_one_without_is_made() throws Exception {
    Path hook = repository.resolve(".git/hooks/pre-commit");
    ProgramFile.write(
        hook,
        "#!/bin/sh\ngit diff --cached --name-only -z | xargs -0 '%s'\n"
            .formatted(EXAMPLES.resolve("check-changed.sh")));
    assertThat(commit("first")).as(output).isZero();
    skill("wrong", "another-name");
    assertThat(commit("second")).as(output).isNotZero();
    assertThat(output).contains("format.name-folder").doesNotContain("notes  ");
  }

  @Test
  void the_definitions_call_scripts_that_are_there() throws IOException {
    String hooks = Files.readString(Path.of("..", ".pre-commit-hooks.yaml"));
    String entry = hooks.replaceFirst("(?s).*entry: (\\S+).*", "$1");
    assertThat(Path.of("..").resolve(entry)).isExecutable();
    assertThat(Files.readString(EXAMPLES.resolve("github/action.yml")))
        .contains("$HERE/../check-skills.sh", "assay-reports/check.sarif");
    assertThat(Files.readString(EXAMPLES.resolve("gitlab.yml"))).contains("/check-skills.sh");
    assertThat(EXAMPLES.resolve("check-skills.sh")).isExecutable();
  }

  private int commit(String message) throws IOException, InterruptedException {
    run(Map.of(), "git", "add", "-A");
    return run(
        Map.of(),
        "git",
        "-c",
        "user.name=a",
        "-c",
        "user.email=a@example.org",
        "commit",
        "-q",
        "-m",
        message);
  }

  private void skill(String name, String declared) throws IOException {
    Path skill = Files.createDirectories(repository.resolve("skills").resolve(name));
    Files.writeString(
        skill.resolve("SKILL.md"),
        "---\nname: "
            + declared
            + "\ndescription: Sorts notes. Use for notes.\n---\n# Steps\n\nSort.\n");
  }

  private int run(Map<String, String> variables, String... words)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(words));
    ProcessBuilder process = new ProcessBuilder(command).directory(repository.toFile());
    process.environment().putAll(variables);
    process.environment().put("ASSAY", folder.resolve("assay").toString());
    process.environment().put("ASSAY_HOME", folder.resolve("home").toString());
    process.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
    Process started = process.redirectErrorStream(true).start();
    output =
        new String(
            started.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    return started.waitFor();
  }
}
