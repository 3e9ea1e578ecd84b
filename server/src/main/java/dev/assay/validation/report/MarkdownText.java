package dev.assay.validation.report;

import dev.assay.skill.Visible;
import java.util.List;

/// Markdown under construction. Text of strangers stands in it as quoted text without control
/// characters.
final class MarkdownText {
  private final StringBuilder text = new StringBuilder();

  void line(String line) {
    text.append(line).append('\n');
  }

  void heading(String title) {
    line("");
    line("## " + title);
    line("");
  }

  void subheading(String title) {
    line("");
    line("### " + title);
    line("");
  }

  void list(String title, List<String> items) {
    if (!items.isEmpty()) {
      line("");
      line(title + ":");
      line("");
      bullets(items);
    }
  }

  void bullets(List<String> items) {
    items.forEach(item -> line("* " + quoted(item)));
  }

  /// Several lines as they are, as code of an indented block.
  void block(String stranger) {
    line("");
    Visible.text(stranger).lines().forEach(line -> line("      " + line));
    line("");
  }

  /// One line, nothing in it that Markdown or a terminal would act on.
  static String quoted(String stranger) {
    return Visible.text(stranger.replaceAll("\\s+", " "))
        .replaceAll("([\\\\`*_{}\\[\\]<>#|!])", "\\\\$1");
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
