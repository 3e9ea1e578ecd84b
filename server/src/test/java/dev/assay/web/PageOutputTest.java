package dev.assay.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.web.errors.PageOutput;
import dev.assay.web.files.MarkdownHtml;
import gg.jte.output.StringOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PageOutputTest {
  private static final Path SOURCES = Path.of("src/main/java");

  private final StringOutput written = new StringOutput();
  private final PageOutput page = new PageOutput(written);

  /// Returns the sources that contain a text outside their imports.
  private static List<String> with(String text) throws IOException {
    try (Stream<Path> files = Files.walk(SOURCES)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(
              file -> {
                try (Stream<String> lines = Files.lines(file)) {
                  return lines.anyMatch(line -> line.contains(text) && !line.startsWith("import "));
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
              })
          .map(file -> String.valueOf(file.getFileName()))
          .sorted()
          .toList();
    }
  }

  @Test
  void a_name_cannot_act_on_the_page_around_it() {
    page.setContext("code", null);
    page.writeUserContent("report\u202Efdp.exe \u001B[2J\u2028<b>\u0000");

    assertThat(written.toString())
        .isEqualTo(
            "report&lt;U+202E&gt;fdp.exe &lt;U+001B&gt;[2J&lt;U+2028&gt;&lt;b&gt;&lt;U+0000&gt;");
  }

  @Test
  void attributes_that_are_read_are_spelled_out_and_values_that_are_sent_back_are_not() {
    page.setContext("img", "alt");
    page.writeUserContent("a\u202Eb");
    page.setContext("input", "value");
    page.writeUserContent("a\u202Eb");

    assertThat(written.toString()).isEqualTo("a&lt;U+202E>ba\u202Eb");
  }

  @Test
  void text_of_any_script_stays_as_it_is() {
    String text =
        "a\n\tb \u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645 \uD83D\uDC68\u200D\uD83D\uDC69";
    page.setContext("p", null);
    page.writeUserContent(text);

    assertThat(written.toString()).isEqualTo(text);
  }

  @Test
  void markdown_cannot_either_however_it_is_written() {
    assertThat(MarkdownHtml.html("a\u202Eb `c\u202E` &#x202e; **d**"))
        .isEqualTo(
            "<p>a&lt;U+202E&gt;b <code>c&lt;U+202E&gt;</code> &lt;U+202E&gt; <strong>d</strong></p>\n");
  }

  @Test
  void every_page_is_written_that_way() throws IOException {
    assertThat(with("templates.render(")).containsExactly("ErrorPage.java", "Templates.java");
    assertThat(with(".render(")).containsAll(with("templates.render("));
    assertThat(with("new PageOutput(")).containsExactly("ErrorPage.java", "Templates.java");
    assertThat(with("TemplateEngine ")).containsExactly("ErrorPage.java", "Templates.java");
  }

  @Test
  void files_are_named_for_browsers_in_one_place_or_by_us() throws IOException {
    assertThat(
            Stream.of("ContentDisposition.", "\"Content-Disposition\"")
                .flatMap(
                    text -> {
                      try {
                        return with(text).stream();
                      } catch (IOException e) {
                        throw new AssertionError(e);
                      }
                    }))
        .as("a name of a stranger goes through Download")
        .containsExactlyInAnyOrder(
            "Download.java",
            "SkillPages.java",
            "ArchiveDelivery.java",
            "AuditController.java",
            "DiscoveryController.java");
  }
}
