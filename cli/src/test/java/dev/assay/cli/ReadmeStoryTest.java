package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.terminal.ExitCode;
import dev.assay.home.Home;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The commands of the README, one after the other as a reader types them, in a folder that holds
/// the files they name.
class ReadmeStoryTest {
  private static final Path README = Path.of("..", "README.md");
  private static final Path GIF_MAKER =
      Path.of("..", "examples", "agents", "gif-maker", "README.md");

  /// The commands that do not end by themselves or take minutes. [AssayTest] parses them, and
  /// [ServeStoryTest] starts servers.
  private static final List<String> NOT_RUN = List.of("serve", "bench");

  /// The different endings of some commands if rules take the place of a model, with their reasons.
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
          "stop",
          new Ending(ExitCode.PASSED, "Ended the private server"));

  private record Ending(int code, String words) {}

  @TempDir Path folder;

  @Test
  void every_command_of_the_readme_does_what_it_says() throws Exception {
    Files.createSymbolicLink(
        folder.resolve("examples"), Path.of("..", "examples").toAbsolutePath().normalize());
    Files.move(SlowSkill.copy(folder, "text-stats"), folder.resolve("my-skill"));
    nameIt("my-skill");
    SlowSkill.copy(Files.createDirectory(folder.resolve("skills")), "csv-insights");
    Files.writeString(folder.resolve("sales.csv"), "fruit,price\napple,2\npear,4\n");
    Home home = PreparedHome.copy();
    try (WarmCommands commands = WarmCommands.on(home, Map.of(), folder)) {
      try {
        for (String line : lines()) {
          run(commands, line);
        }
        for (String line : lines(GIF_MAKER)) {
          run(commands, line);
        }
        assertThat(commands.run("projects", "artifacts", "list", "gifs").output())
            .contains("ball.gif");
      } finally {
        commands.run("stop");
      }
    }
    assertThat(folder.resolve("junit.xml")).isNotEmptyFile();
    assertThat(folder.resolve("my-skill.skill")).isNotEmptyFile();
  }

  private void run(WarmCommands commands, String line) throws IOException {
    List<String> words = words(line);
    if (NOT_RUN.contains(words.getFirst()) || words.contains("ARTIFACT")) {
      return;
    }
    Ending expected = ENDINGS.getOrDefault(line, new Ending(ExitCode.PASSED, ""));
    WarmCommands.Ended ended = commands.run(words.toArray(String[]::new));
    assertThat(ended.code()).as(line + "\n" + ended.output()).isEqualTo(expected.code());
    assertThat(ended.output()).as(line).contains(expected.words());
    if (line.equals("validate examples/skills/csv-insights")) {
      assertThat(ended.output()).contains(firstLinesShown());
    }
  }

  private void nameIt(String name) throws IOException {
    Path text = folder.resolve(name).resolve("SKILL.md");
    String before = Files.readString(text).replaceFirst("(?s).*?\nname: (\\S+)\n.*", "$1");
    SlowSkill.change(text, before, name);
    SlowSkill.change(folder.resolve(name).resolve("evals/evals.json"), before, name);
  }

  private static List<String> lines() throws IOException {
    List<String> lines = lines(README);
    assertThat(lines).hasSizeGreaterThan(15).containsAll(ENDINGS.keySet());
    return lines;
  }

  private static List<String> lines(Path page) throws IOException {
    return Files.readAllLines(page).stream()
        .filter(line -> line.startsWith("./assay "))
        .map(line -> line.substring("./assay ".length()).replaceAll("\\s+#.*", "").strip())
        .toList();
  }

  /// Splits a line like a shell.
  private List<String> words(String line) throws IOException {
    Process shell =
        new ProcessBuilder("sh", "-c", "printf '%s\\0' " + line).directory(folder.toFile()).start();
    String words = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return List.of(words.split("\0"));
  }

  /// Returns the README's output of the first validation, up to its first omission.
  private static String firstLinesShown() throws IOException {
    String text = Files.readString(README);
    int from = text.indexOf("✓ csv-insights");
    return text.substring(from + 1, text.indexOf("\n…", from));
  }
}
