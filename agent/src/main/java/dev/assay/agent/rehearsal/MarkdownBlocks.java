package dev.assay.agent.rehearsal;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Finds the code blocks of a Markdown document with the text around them.
final class MarkdownBlocks {
  private static final Pattern FENCE = Pattern.compile("^\\s*(```+|~~~+)\\s*([\\w+-]*).*$");
  private static final Pattern HEADING = Pattern.compile("^#{1,6}\\s+(.*?)\\s*#*$");

  private MarkdownBlocks() {}

  /// @param section the number of the heading above it
  /// @param before the lines between the heading, or the last block, and this one
  record Block(String language, String content, String heading, int section, String before) {}

  static List<Block> blocks(String document) {
    List<Block> blocks = new ArrayList<>();
    StringBuilder before = new StringBuilder();
    StringBuilder content = new StringBuilder();
    String heading = "";
    int section = 0;
    String fence = "";
    String language = "";
    for (String line : withoutFrontmatter(document).split("\n", -1)) {
      Matcher mark = FENCE.matcher(line);
      if (!fence.isEmpty()) {
        if (line.strip().equals(fence)) {
          blocks.add(
              new Block(language, content.toString(), heading, section, before.toString().strip()));
          before.setLength(0);
          content.setLength(0);
          fence = "";
        } else {
          content.append(line).append('\n');
        }
      } else if (mark.matches()) {
        fence = mark.group(1);
        language = mark.group(2).toLowerCase(java.util.Locale.ROOT);
      } else {
        Matcher title = HEADING.matcher(line);
        if (title.matches()) {
          heading = title.group(1);
          section++;
          before.setLength(0);
        } else {
          before.append(line).append('\n');
        }
      }
    }
    return blocks;
  }

  static String withoutFrontmatter(String document) {
    if (!document.startsWith("---")) {
      return document;
    }
    Matcher end = Pattern.compile("(?m)^---\\s*$").matcher(document);
    return end.find(3) ? document.substring(end.end()) : document;
  }
}
