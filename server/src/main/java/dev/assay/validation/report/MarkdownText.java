package dev.assay.validation.report;

import dev.assay.skill.Visible;
import java.util.List;

/// A builder of Markdown. Untrusted text is quoted and has no control characters.
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

  /// Adds several lines unchanged, as an indented code block.
  void block(String stranger) {
    line("");
    Visible.text(stranger).lines().forEach(line -> line("      " + line));
    line("");
  }

  /// Returns a text in one line that neither Markdown nor a terminal interprets.
  static String quoted(String stranger) {
    return Visible.text(stranger.replaceAll("\\s+", " "))
        .replaceAll("([\\\\`*_{}\\[\\]<>#|!])", "\\\\$1");
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
