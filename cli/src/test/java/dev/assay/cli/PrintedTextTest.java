package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Text of servers, skills and tools is printed with characters spelled out that would act on a
/// terminal.
class PrintedTextTest {
  private static final Path SOURCES = Path.of("src/main/java");
  private static final Pattern PRINTED =
      Pattern.compile(
          "\\b(?:out|err)(?:\\(\\))?\\.(?:print|println|printf)\\((.*?)\\);", Pattern.DOTALL);
  private static final Pattern PRINTER =
      Pattern.compile("void print\\(String text\\) \\{(.*?)\\n  }", Pattern.DOTALL);

  private static List<String> all(Pattern pattern, String containing) {
    try (Stream<Path> files = Files.walk(SOURCES)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .flatMap(
              file ->
                  pattern
                      .matcher(read(file))
                      .results()
                      .map(found -> found.group(1))
                      .filter(text -> text.contains(containing))
                      .map(text -> SOURCES.relativize(file) + ": " + text))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void what_an_answer_says_is_printed_spelled_out() {
    assertThat(all(PRINTED, "asString("))
        .isNotEmpty()
        .allMatch(text -> text.contains("Visible.") || text.contains("shown("));
  }

  @Test
  void what_commands_print_with_is_spelled_out() {
    assertThat(all(PRINTER, "println"))
        .hasSizeGreaterThan(8)
        .allMatch(text -> text.contains("Visible.text("));
  }

  @Test
  void a_place_that_forgets_would_be_found() {
    Matcher forgetful = PRINTED.matcher("out.println(\n  \"x\" + file.path(\"name\").asString());");

    assertThat(forgetful.find()).isTrue();
    assertThat(forgetful.group(1)).contains("asString(").doesNotContain("Visible.");
  }
}
