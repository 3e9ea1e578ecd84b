package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.terminal.ExitCode;
import dev.assay.skill.Architecture;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/// The commands of the README, of the page of commands, of the tutorial and of an example, one
/// after the other as a reader types them, in a folder that holds the files they name. They share a
/// server, on which the tutorial still finds nothing approved.
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ReadmeStoryTest {
  private static final Path README = Path.of("..", "README.md");
  private static final Path COMMANDS = Path.of("..", "docs", "reference", "commands.md");
  private static final Path TUTORIAL = Path.of("..", "docs", "tutorial", "first-skill.md");
  private static final Path GIF_MAKER =
      Path.of("..", "examples", "agents", "gif-maker", "README.md");

  private static final String PROGRAM = "./assay ";

  /// Commands that do not end by themselves or take minutes; [AssayTest] parses them, and
  /// [ServeStoryTest] starts servers.
  private static final List<String> NOT_RUN = List.of("serve", "bench");

  /// The command that runs after all others, so that they share a server.
  private static final String STOP = "stop";

  /// The commands that end otherwise where rules take the place of a language model, and say why.
  private static final Map<String, Ending> ENDINGS =
      Map.of(
          "skills approve my-skill",
          new Ending(ExitCode.USAGE, "--acknowledge-rehearsal"),
          "chat --file sales.csv \"Mean and median of this CSV table?\"",
          new Ending(ExitCode.PASSED, "sales.csv"),
          "projects send demo helper \"Mean and median of this CSV table?\"",
          new Ending(ExitCode.FAILED, "No skill in the list fits"),
          "calibrate --skills 1",
          new Ending(ExitCode.FAILED, "this says nothing about any model"),
          "doctor --model",
          new Ending(ExitCode.FAILED, "not configured"),
          "sandbox run --offline -- python3 -c 'import urllib.request as u; u.urlopen(\"http://example.com\")'",
          new Ending(1, "example.com"),
          STOP,
          new Ending(ExitCode.PASSED, "Ended the private server"));

  private record Ending(int code, String words) {}

  @TempDir private static Path folder;
  private static WarmCommands commands;

  @BeforeAll
  static void start() {
    commands = WarmCommands.on(PreparedHome.copy(), Map.of(), folder);
  }

  @AfterAll
  static void stop() throws IOException {
    try (WarmCommands last = commands) {
      run(last, STOP);
    }
  }

  @Test
  @Order(1)
  void every_command_of_the_readme_does_what_it_says() throws Exception {
    Files.createSymbolicLink(
        folder.resolve("examples"), Path.of("..", "examples").toAbsolutePath().normalize());
    Files.move(SlowSkill.copy(folder, "text-stats"), folder.resolve("my-skill"));
    nameIt("my-skill");
    SlowSkill.copy(Files.createDirectory(folder.resolve("skills")), "csv-insights");
    Files.writeString(folder.resolve("sales.csv"), "fruit,price\napple,2\npear,4\n");
    for (String line : lines()) {
      if (!line.equals(STOP)) {
        run(commands, line);
      }
    }
    assertThat(folder.resolve("junit.xml")).isNotEmptyFile();
    assertThat(folder.resolve("my-skill.skill")).isNotEmptyFile();
  }

  @Test
  @Order(2)
  void the_tutorial_prints_what_its_page_shows() throws Exception {
    String printed = "";
    int compared = 0;
    for (PageBlock block : PageBlock.of(TUTORIAL)) {
      if (block.language().equals("text")) {
        assertThat(printed).containsSubsequence(block.parts());
        compared++;
      } else if (block.text().startsWith(PROGRAM)) {
        printed = commands.ok(words(block.text().substring(PROGRAM.length())));
      } else {
        script(block.text());
      }
    }
    assertThat(compared).isEqualTo(5);
  }

  @Test
  @Order(3)
  void the_agent_of_the_example_makes_a_picture() throws Exception {
    for (String line : lines(GIF_MAKER)) {
      run(commands, line);
    }
    assertThat(commands.run("projects", "artifacts", "list", "gifs").output()).contains("ball.gif");
  }

  private static void run(WarmCommands commands, String line) throws IOException {
    String[] words = words(line);
    if (NOT_RUN.contains(words[0]) || List.of(words).contains("ARTIFACT")) {
      return;
    }
    Ending expected = ENDINGS.getOrDefault(line, new Ending(ExitCode.PASSED, ""));
    WarmCommands.Ended ended = commands.run(words);
    assertThat(ended.code()).as(line + "\n" + ended.output()).isEqualTo(expected.code());
    assertThat(ended.output()).as(line).contains(expected.words());
    if (line.equals("validate examples/skills/csv-insights")) {
      assertThat(ended.output()).containsSubsequence(shown());
    }
  }

  private void nameIt(String name) throws IOException {
    Path text = folder.resolve(name).resolve("SKILL.md");
    String before = Files.readString(text).replaceFirst("(?s).*?\nname: (\\S+)\n.*", "$1");
    SlowSkill.change(text, before, name);
    SlowSkill.change(folder.resolve(name).resolve("evals/evals.json"), before, name);
  }

  private static List<String> lines() throws IOException {
    List<String> lines = Stream.of(lines(README), lines(COMMANDS)).flatMap(List::stream).toList();
    assertThat(lines).hasSizeGreaterThan(15).containsAll(ENDINGS.keySet());
    return lines;
  }

  private static List<String> lines(Path page) throws IOException {
    return Files.readAllLines(page).stream()
        .filter(line -> line.startsWith(PROGRAM))
        .map(line -> line.substring(PROGRAM.length()).replaceAll("\\s+#.*", "").strip())
        .toList();
  }

  /// The words of a line, as a shell takes it apart.
  private static String[] words(String line) throws IOException {
    return script("printf '%s\\0' " + line).split("\0");
  }

  private static String script(String text) throws IOException {
    Process shell =
        new ProcessBuilder("sh", "-ec", text)
            .directory(folder.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String output = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(shell.onExit().join().exitValue()).as(text).isZero();
    return output;
  }

  /// The output of the first validation that the README shows, on this processor.
  private static List<String> shown() throws IOException {
    PageBlock shown =
        PageBlock.of(README).stream()
            .filter(block -> block.text().startsWith("✓ csv-insights"))
            .findFirst()
            .orElseThrow();
    String here = Architecture.findOwn().orElseThrow().word();
    return shown.parts().stream().map(part -> part.replace("amd64", here)).toList();
  }
}
