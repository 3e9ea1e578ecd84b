package dev.assay.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.intake.Examination;
import dev.assay.intake.Intake;
import dev.assay.intake.IntakeLimits;
import dev.assay.sandbox.FileLeases;
import dev.assay.sandbox.SandboxEngines;
import dev.assay.sandbox.settings.LocalSandboxes;
import dev.assay.sandbox.settings.LocalSettings;
import dev.assay.skill.Bundle;
import dev.assay.skill.BundleFile;
import dev.assay.skill.eval.Eval;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The examples that ship match their descriptions. They are well formed and have blind tasks.
/// Their scripts do in a real sandbox what their documentation promises, or fail as intended.
class ExamplesStoryTest {
  private static final Path EXAMPLES = Path.of("..", "examples", "skills");
  private static final Pattern COMMAND =
      Pattern.compile("(?m)^(\\S+) (scripts/\\S+) (?:<[^>]+>|[\\w.-]+)$");
  private static final Pattern CONTAINS = Pattern.compile("The output contains \"(.*)\"");
  private static final Pattern EXISTS = Pattern.compile("File (\\S+) exists");

  @TempDir static Path folder;
  private static FileLeases leases;
  private static LocalSandboxes engine;

  @BeforeAll
  static void open() throws IOException {
    Path parent = Files.createDirectories(Path.of("target", "sandbox-homes").toAbsolutePath());
    Path home = Files.createTempDirectory(parent, "examples");
    leases = new FileLeases(home.resolve("leases"));
    engine = SandboxEngines.local(LocalSettings.in(home.resolve("sandboxes")), leases);
  }

  @AfterAll
  static void close() {
    engine.close();
    leases.close();
  }

  private static Bundle bundle(String name) throws IOException {
    Examination examination =
        new Intake(IntakeLimits.standard(), folder).check(EXAMPLES.resolve(name));
    assertThat(examination).isInstanceOf(Examination.Accepted.class);
    return ((Examination.Accepted) examination).bundle();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "csv-insights",
        "text-stats",
        "phones-home",
        "broken-script",
        "vague-helper",
        "greedy-deps",
        "planter",
        "flatterer"
      })
  void every_example_is_accepted_and_its_prompts_are_blind(String name) throws IOException {
    Bundle bundle = bundle(name);
    assertThat(bundle.evals().evals()).hasSizeGreaterThanOrEqualTo(3);
    String description = words(bundle.manifest().description());
    for (Eval eval : bundle.evals().evals()) {
      String prompt = words(eval.prompt());
      assertThat(eval.files()).isNotEmpty();
      assertThat(eval.expectations()).isNotEmpty().allMatch(ExamplesStoryTest::checkable);
      assertThat(prompt.replace(" ", "")).doesNotContain(name.replace("-", ""));
      assertThat(prompt).doesNotContain("skill md");
      for (BundleFile file : bundle.files()) {
        assertThat(eval.prompt()).doesNotContain(Path.of(file.path()).getFileName().toString());
      }
      String[] parts = prompt.split(" ", -1);
      for (int i = 0; i + 6 <= parts.length; i++) {
        assertThat(description).doesNotContain(String.join(" ", List.of(parts).subList(i, i + 6)));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "csv-insights, true, 0",
    "text-stats, true, 0",
    "phones-home, true, 3",
    "broken-script, false, 0",
    "vague-helper, true, 0",
    "greedy-deps, true, 0",
    "planter, true, 0",
    "flatterer, false, 0",
  })
  void the_documented_command_does_what_the_example_is_for(String name, boolean works, int attempts)
      throws IOException {
    for (Eval eval : bundle(name).evals().evals()) {
      try (Sandbox sandbox = engine.create(SandboxSpec.of(SandboxImage.of("host"), "examples"))) {
        CommandResult result = run(sandbox, name, eval);
        List<String> broken =
            eval.expectations().stream().filter(e -> !holds(e, sandbox, result)).toList();
        if (works) {
          assertThat(broken).as(result.stdout() + "\n" + result.stderr()).isEmpty();
        } else {
          assertThat(broken).as(eval.id()).isNotEmpty();
        }
        assertThat(sandbox.network().attempted()).hasSize(attempts);
        assertThat(traces(sandbox, name)).isTrue();
      }
    }
  }

  private static CommandResult run(Sandbox sandbox, String name, Eval eval) throws IOException {
    String place = "/workspace/skills/" + name;
    sandbox.files().upload(EXAMPLES.resolve(name), place);
    Path input = EXAMPLES.resolve(name).resolve(eval.files().getFirst());
    String upload = "/workspace/uploads/" + input.getFileName();
    sandbox.files().write(upload, Files.readAllBytes(input));
    Matcher command = COMMAND.matcher(Files.readString(EXAMPLES.resolve(name).resolve("SKILL.md")));
    assertThat(command.find()).as("a documented command").isTrue();
    return sandbox.run(
        Command.of(command.group(1), place + "/" + command.group(2), upload)
            .in("/workspace/intermediate"));
  }

  private static boolean checkable(String expectation) {
    return expectation.equals("exit code 0")
        || CONTAINS.matcher(expectation).matches()
        || EXISTS.matcher(expectation).matches();
  }

  private static boolean holds(String expectation, Sandbox sandbox, CommandResult result) {
    Matcher contains = CONTAINS.matcher(expectation);
    if (contains.matches()) {
      return result.stdout().text().contains(contains.group(1));
    }
    Matcher exists = EXISTS.matcher(expectation);
    return exists.matches()
        ? sandbox.files().stat("/workspace/intermediate/" + exists.group(1)).isPresent()
        : result.shellCode() == 0;
  }

  /// Tests whether files are left behind. Two of the examples exist to show that.
  private static boolean traces(Sandbox sandbox, String name) {
    String home = sandbox.run(Command.shell("printf %s \"$HOME\"")).stdout().text();
    return switch (name) {
      case "planter" -> sandbox.files().readText(home + "/.profile").contains("PLANTED");
      case "greedy-deps" ->
          !sandbox.files().glob(home, "**/tinyslug-1.0.0.dist-info/METADATA", 100_000).isEmpty();
      default ->
          Set.of("/opt/runtime/planted.txt", home + "/.local").stream()
              .allMatch(path -> sandbox.files().stat(path).isEmpty());
    };
  }

  private static String words(String text) {
    return text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", " ").strip();
  }
}
