package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.terminal.ExitCode;
import dev.assay.skill.Visible;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class AssayTest {
  /// Commands of the launcher.
  private static final List<String> NOT_OF_JAVA = List.of("bench", "dist");

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void help_names_every_command_and_the_exit_codes() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString())
        .contains(Assay.commandLine().getSubcommands().keySet())
        .contains("Exit codes");
  }

  @Test
  void a_server_that_cannot_be_reached_is_no_failed_skill() {
    assertThat(run("skills", "list", "--server", "http://127.0.0.1:1"))
        .isEqualTo(ExitCode.UNREACHABLE);
  }

  @Test
  void shells_learn_every_command() {
    assertThat(run("completion")).isZero();
    assertThat(out.toString()).contains("complete -F").contains("validate").contains("--sarif");
  }

  /// The launcher prints its copy of the help without Java. To write it anew: `./assay help >FILE`.
  @Test
  void the_launchers_copy_of_the_help_is_the_help() throws IOException {
    run("--help");
    assertThat(out.toString()).isEqualTo(Files.readString(Path.of("src/main/help.txt")));
  }

  static Stream<List<String>> commands() {
    return allBelow(Assay.commandLine(), List.of());
  }

  @ParameterizedTest
  @MethodSource("commands")
  void every_command_explains_itself(List<String> command) {
    String[] words = Stream.concat(command.stream(), Stream.of("--help")).toArray(String[]::new);
    assertThat(run(words)).isZero();
    assertThat(out.toString()).startsWith("Usage: assay " + String.join(" ", command));
    assertThat(out.toString().lines().skip(1)).anyMatch(line -> line.matches("[A-Z].*"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "nosuch", "serve --prot 1", "users", "tokens revoke x", "serve --port x"})
  void a_wrong_command_line_is_told_with_the_usage(String line) {
    String[] words = line.isEmpty() ? new String[0] : line.split(" ", -1);
    assertThat(run(words)).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).containsPattern("Usage: assay|Did you mean: assay");
  }

  @Test
  void the_version_says_on_what_it_runs() {
    assertThat(run("--version")).isZero();
    assertThat(out.toString()).matches("(?s)Assay \\d+\\.\\d+\\.\\d+ on Java 25.*");
    assertThat(Assay.commandLine("--version").getSubcommands()).as("none is needed").isEmpty();
  }

  @Test
  void control_characters_from_outside_do_not_reach_the_terminal() {
    assertThat(Visible.text("a\u001b[31mb\u202ec\nd\u0000"))
        .isEqualTo("a<U+001B>[31mb<U+202E>c\nd<U+0000>");
    assertThat(Visible.text("äöü 漢字 🔑\nx")).isEqualTo("äöü 漢字 🔑\nx");
  }

  @Test
  void every_command_in_the_documents_is_one_that_exists() throws IOException {
    for (Path page : DocumentsTest.pages()) {
      List<String> lines =
          PageBlock.of(page).stream()
              .filter(block -> block.language().equals("sh"))
              .flatMap(block -> block.text().lines())
              .filter(line -> line.startsWith("./assay "))
              .map(line -> line.replaceAll("\\s+#.*", ""))
              .toList();
      for (String line : lines) {
        String[] words = line.substring("./assay ".length()).split(" +", -1);
        if (!NOT_OF_JAVA.contains(words[0])) {
          assertThat(Assay.commandLine(words).parseArgs(words)).as(page + ": " + line).isNotNull();
        }
      }
    }
  }

  private int run(String... words) {
    return Assay.commandLine(words)
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(words);
  }

  private static Stream<List<String>> allBelow(CommandLine command, List<String> path) {
    return command.getSubcommands().entrySet().stream()
        .filter(entry -> !entry.getKey().equals("help"))
        .flatMap(
            entry -> {
              List<String> here = Stream.concat(path.stream(), Stream.of(entry.getKey())).toList();
              return Stream.concat(Stream.of(here), allBelow(entry.getValue(), here));
            });
  }
}
