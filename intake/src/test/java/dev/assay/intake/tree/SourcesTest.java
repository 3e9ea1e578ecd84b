package dev.assay.intake.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SourcesTest {
  private final Sources sources = new Sources();

  @Test
  void keeps_no_more_than_the_budget_however_many_files_there_are() throws IOException {
    for (int i = 0; i < 10_000; i++) {
      add("many.zip!/" + i, "x".repeat(4096));
    }
    assertThat(sources.texts().stream().mapToLong(text -> text.text().length()).sum())
        .isLessThanOrEqualTo(Sources.TOTAL_BUDGET);
    assertThat(sources.texts().size() + sources.cut().size() + sources.omitted())
        .isBetween(10_000, 10_001);
    assertThat(sources.cut()).hasSize(1000);
  }

  @Test
  void lists_no_more_than_a_thousand_binaries() throws IOException {
    for (int i = 0; i < 1500; i++) {
      add("many.zip!/" + i, "\0");
    }
    assertThat(sources.binaries()).hasSize(1000);
    assertThat(sources.omitted()).isEqualTo(500);
  }

  @Test
  void a_text_knows_whether_it_is_whole() throws IOException {
    add("small", "x");
    add("exact", "x".repeat(Sources.FILE_BUDGET));
    add("large", "x".repeat(Sources.FILE_BUDGET + 1));
    assertThat(sources.texts()).extracting(SourceText::isWhole).containsExactly(true, true, false);
    assertThat(sources.cut()).containsExactly("large");
  }

  private void add(String path, String text) throws IOException {
    sources.add(path, new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }
}
