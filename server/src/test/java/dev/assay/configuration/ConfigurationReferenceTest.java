package dev.assay.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// Keeps `docs/reference/configuration.md` equal to the code. To write the table anew: `./check -pl
/// server -am -Dtest=ConfigurationReferenceTest -Dassay.docs=write`
class ConfigurationReferenceTest {
  private static final Path PAGE = Path.of("..", "docs", "reference", "configuration.md");
  private static final String BEGIN = "<!-- settings -->\n";
  private static final String END = "<!-- /settings -->";

  @Test
  void the_page_lists_every_setting_as_it_is() throws IOException {
    String page = Files.readString(PAGE);
    int begin = page.indexOf(BEGIN) + BEGIN.length();
    int end = page.indexOf(END);
    if ("write".equals(System.getProperty("assay.docs"))) {
      Files.writeString(
          PAGE, page.substring(0, begin) + SettingsReference.markdown() + page.substring(end));
      return;
    }
    assertThat(page.substring(begin, end)).isEqualTo(SettingsReference.markdown());
  }
}
